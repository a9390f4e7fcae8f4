import { expect, test } from 'vitest'
import { formatNaira, formatPaid, formatPrice } from './money.ts'

test.each([
  [0, 'Free'],
  [1500, '₦1,500'],
  [1_000_000, '₦1,000,000'],
])('formatPrice formats %d as %s', (price, words) => {
  expect(formatPrice(price)).toBe(words)
})

test('formatNaira formats zero as an amount', () => {
  expect(formatNaira(0)).toBe('₦0')
})

test('formatPaid names a currency that is not the naira', () => {
  expect(formatPaid(350_050, 'NGN')).toBe('₦3,500.50')
  expect(formatPaid(1200, 'USD').replace(/\s/, ' ')).toBe('USD 12.00')
})
