import { describe, expect, it } from 'vitest'
import { formatPriceChange, getNewPrice, parsePriceChange, reversePriceChange } from './prices.ts'

describe('getNewPrice', () => {
  it('returns the same price for all', () => {
    expect(getNewPrice(2000, 'naira', 2500)).toBe(2500)
    expect(getNewPrice(0, 'naira', 2500)).toBe(2500)
  })

  it('raises and lowers by percent to whole naira', () => {
    expect(getNewPrice(2500, 'up', 10)).toBe(2750)
    expect(getNewPrice(1999, 'down', 10)).toBe(1799)
  })

  it('returns null when a percentage does not give a price', () => {
    expect(getNewPrice(0, 'up', 10)).toBeNull()
    expect(getNewPrice(1, 'down', 90)).toBeNull()
    expect(getNewPrice(9_000_000, 'up', 50)).toBeNull()
  })
})

describe('parsePriceChange', () => {
  const change = { id: '6f1f8b3e-58a4-4c3f-9a0c-0d3a6f0b8f10', old_price: 2000, price: 2500 }

  it('reads a formatted change', () => {
    expect(parsePriceChange(formatPriceChange(change))).toEqual(change)
    expect(parsePriceChange(formatPriceChange(reversePriceChange(change)))).toEqual({ ...change, old_price: 2500, price: 2000 })
  })

  it('returns null for anything else', () => {
    for (const text of [null, '', change.id, `${change.id}_1`, `${change.id}_1_-2`, `${change.id}_1_2_3`, `x_1_2`]) {
      expect(parsePriceChange(text)).toBeNull()
    }
  })
})
