import { describe, expect, it } from 'vitest'
import { describeOutcome } from './bulk.ts'

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
