import { describe, expect, it } from 'vitest'
import { type BulkAction, describeOutcome, splitForPhone } from './bulk.ts'

const unchanged = (...reasons: string[]) => reasons.map((reason, at) => ({ id: String(at), name: `Work ${at}`, reason }))

describe('describeOutcome', () => {
  it('says how many changed', () => {
    expect(describeOutcome(3, 'deleted', [])).toBe('3 deleted')
  })

  it('says the reason when it is the same for all unchanged rows', () => {
    expect(describeOutcome(2, 'published', unchanged('no price'))).toBe('2 published, 1 not: no price')
    expect(describeOutcome(0, 'published', unchanged('no price', 'no price'))).toBe('2 not published: no price')
  })

  it('leaves different reasons to the list of rows', () => {
    expect(describeOutcome(1, 'published', unchanged('no price', 'it is deleted'))).toBe('1 published, 2 not')
  })
})

describe('splitForPhone', () => {
  const actions = (...labels: string[]): BulkAction[] => labels.map((label) => ({ intent: label, label }))
  const move: BulkAction = { intent: 'move', label: 'Move', options: [] }

  it('shows the first of several actions beside the number of rows', () => {
    const [first, ...more] = actions('Publish', 'Unpublish', 'Delete')
    expect(splitForPhone([first as BulkAction, ...more])).toEqual({ first: [first], more })
  })

  it('shows two actions with short labels', () => {
    expect(splitForPhone(actions('Restore', 'Export CSV')).more).toEqual([])
    expect(splitForPhone(actions('Reply', 'Close without a reply')).more).toEqual(actions('Close without a reply'))
  })

  it('shows an action with a select on demand', () => {
    const all = [move, ...actions('Delete')]
    expect(splitForPhone(all)).toEqual({ first: [], more: all })
    expect(splitForPhone([...actions('Publish'), move])).toEqual({ first: actions('Publish'), more: [move] })
  })

  it('puts dangerous actions last', () => {
    const labels = (all: readonly BulkAction[]) => all.map(({ label }) => label)
    const deletion: BulkAction = { intent: 'delete', label: 'Delete', isDangerous: true }
    const { first, more } = splitForPhone([deletion, ...actions('Publish', 'Export CSV')])
    expect([labels(first), labels(more)]).toEqual([['Publish'], ['Export CSV', 'Delete']])
  })

  it('shows a single action', () => {
    expect(splitForPhone(actions('Close without an answer')).more).toEqual([])
  })
})
