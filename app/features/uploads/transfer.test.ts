import { expect, test } from 'vitest'
import { formatSpeed, getSent, timeLeft } from './transfer.ts'

const KB = 1024

test('getSent states megabytes', () => {
  expect(getSent(18.2 * KB * KB, 31 * KB * KB)).toBe('18.2 of 31.0 MB sent')
})

test.each([
  [30 * KB, KB, 'less than a minute left'],
  [180 * KB, KB, 'about 3 min left'],
  [3600 * KB, KB, 'about 1 h 0 min left'],
  [4500 * KB, KB, 'about 1 h 15 min left'],
  [100_000 * KB, KB, null],
  [100, 0, null],
])('timeLeft describes %d bytes at %d a second as %s', (bytes, speed, response) => {
  expect(timeLeft(bytes, speed)).toBe(response)
})

test.each([
  [300, '1 kB/s'],
  [120 * KB, '120 kB/s'],
  [1.25 * KB * KB, '1.3 MB/s'],
])('formatSpeed formats %d bytes a second as %s', (speed, response) => {
  expect(formatSpeed(speed)).toBe(response)
})
