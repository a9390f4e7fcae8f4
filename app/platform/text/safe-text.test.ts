import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, safeText } from './safe-text.ts'

const anything = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

describe('safeText', () => {
  it('returns a well-formed text without control characters for any input', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const safe = safeText(text)
        expect(safe.isWellFormed()).toBe(true)
        expect(safe).not.toMatch(/[^\P{Cc}\t\n\r]/u)
        expect(safeText(safe)).toBe(safe)
      }),
    )
  })

  it('leaves letters, emoji, tabs and line breaks', () => {
    const text = 'Ọlá\tsaid “😀”\r\nلا'
    expect(safeText(text)).toBe(text)
  })
})

describe('cutText', () => {
  it.each([
    ['an emoji', 'ab😀', 3, 'ab'],
    ['a family', 'ab👨‍👩‍👧c', 6, 'ab'],
    ['an accent', 'abo\u0323\u0301', 4, 'ab'],
    ['a letter beyond the limit', 'abcd', 3, 'abc'],
    ['a text within the limit', 'ab😀', 4, 'ab😀'],
    ['a letter with endless accents', `a${'\u0301'.repeat(500)}`, 300, `a${'\u0301'.repeat(299)}`],
  ])('does not cut through %s', (_what, text, max, cut) => {
    expect(cutText(text, max)).toBe(cut)
  })

  it('returns a well-formed beginning of any text within the limit', () => {
    fc.assert(
      fc.property(anything.map(safeText), fc.nat({ max: 300 }), (text, max) => {
        const cut = cutText(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})
