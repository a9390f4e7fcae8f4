import { expect, test } from 'vitest'
import { dataText, wireBytes } from './data-used.ts'

test.each([
  [14_800, 1, 'Estimate: this page used 15 kB of data, about ₦0.01 at ₦1 per MB.'],
  [250_000, 3, 'Estimate: this page used 250 kB of data, about ₦0.75 at ₦3 per MB.'],
  [900, 1, 'Estimate: this page used 1 kB of data, less than ₦0.01 at ₦1 per MB.'],
  [0, 1, 'This page used no data: it was on this device.'],
])('dataText estimates %i bytes at ₦%i per MB', (bytes, price, text) => {
  expect(dataText(bytes, price)).toBe(text)
})

test('wireBytes estimates only pages that the service worker passed on', () => {
  expect(wireBytes({ entryType: 'navigation', transferSize: 48_000, workerStart: 3 })).toBe(12_000)
  expect(wireBytes({ entryType: 'navigation', transferSize: 12_000, workerStart: 0 })).toBe(12_000)
  expect(wireBytes({ entryType: 'resource', transferSize: 3_000, workerStart: 3 })).toBe(3_000)
})
