import { describe, expect, it } from 'vitest'
import { listInAddress, readSelection, selectionInAddress } from './bulk.server.ts'

function getForm(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) {
    form.append(name, value)
  }
  return form
}

const isShort = (id: string) => id.length === 1

describe('readSelection', () => {
  it('returns null for another form', () => {
    expect(readSelection(getForm([['id', 'a']]), isShort)).toBeNull()
  })

  it('returns the ticked rows once each, without invalid ids', () => {
    const form = getForm([
      ['selection', 'rows'],
      ['intent', 'move'],
      ['to', 'thesis'],
      ['shown', 'a'],
      ['shown', 'b'],
      ['id', 'b'],
      ['id', 'b'],
      ['id', 'not an id'],
    ])
    expect(readSelection(form, isShort)).toEqual({ intent: 'move', ids: ['b'], to: 'thesis', isConfirmed: false })
  })

  it('returns all rows of the page when all are selected without a script', () => {
    const form = getForm([
      ['selection', 'rows'],
      ['all', 'on'],
      ['shown', 'a'],
      ['shown', 'b'],
      ['confirmed', 'on'],
    ])
    expect(readSelection(form, isShort)).toEqual({ intent: '', ids: ['a', 'b'], to: '', isConfirmed: true })
  })
})

describe('selectionInAddress', () => {
  const read = (query: string) => selectionInAddress(new Request(`https://lamplight.example/admin/list/reply${query}`), isShort)

  it('returns the ticked rows of the address', () => {
    expect(read('?selection=rows&shown=a&shown=b&shown=c&id=a&id=c&id=invalid')).toEqual(['a', 'c'])
    expect(read('?selection=rows&shown=a&shown=b&all=on')).toEqual(['a', 'b'])
  })

  it('returns nothing for another address', () => {
    expect(read('')).toEqual([])
    expect(read('?id=a')).toEqual([])
  })
})

describe('listInAddress', () => {
  const read = (list: string) =>
    listInAddress(
      new Request(`https://lamplight.example/admin/list/reply?selection=rows&id=a${list && `&list=${encodeURIComponent(list)}`}`),
      '/admin/list',
    )

  it('returns the list with its search and filters', () => {
    expect(read('?search=two words&show=closed')).toBe('/admin/list?search=two+words&show=closed')
    expect(read('')).toBe('/admin/list')
  })

  it('returns no other page', () => {
    expect(read('//elsewhere.example/?search=a#top')).toBe('/admin/list?%2F%2Felsewhere.example%2F%3Fsearch=a%23top')
  })
})
