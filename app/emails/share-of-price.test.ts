import { expect, test } from 'vitest'
import { authorShare } from './share-of-price.ts'

test('authorShare states naira for a gross share and only the percentage for a net share', () => {
  expect(authorShare(3500, 50, 'gross')).toBe('You receive 50 % of each sale: ₦1,750.')
  expect(authorShare(3500, 40, 'net')).toBe('You receive 40 % of each sale after the payment fee.')
})
