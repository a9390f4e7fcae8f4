import { expect, test } from 'vitest'
import { formatNaira, formatPrice } from './money.ts'

test.each([
  [0, 'Free'],
  [1500, '₦1,500'],
  [1_000_000, '₦1,000,000'],
])('a price of %d reads %s', (price, words) => {
  expect(formatPrice(price)).toBe(words)
})

test('earnings of nothing are an amount, not a gift', () => {
  expect(formatNaira(0)).toBe('₦0')
})
