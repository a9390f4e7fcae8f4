import { expect, test } from 'vitest'
import { asksForRest, partOf } from './ranges.ts'

test.each([
  [undefined, 'whole', false],
  ['bytes=0-', { start: 0, end: 99 }, false],
  ['bytes=10-', { start: 10, end: 99 }, true],
  ['bytes=10-19', { start: 10, end: 19 }, true],
  ['bytes=90-1000', { start: 90, end: 99 }, true],
  ['bytes=-10', { start: 90, end: 99 }, true],
  ['bytes=-1000', { start: 0, end: 99 }, true],
  ['bytes=100-', 'none', true],
  ['bytes=-0', 'none', true],
  ['bytes=20-10', 'whole', true],
  ['bytes=0-9,20-29', 'whole', false],
  ['bytes=-', 'whole', false],
  ['items=1-2', 'whole', false],
  ['bytes=00-', { start: 0, end: 99 }, false],
] as const)('%s of a hundred bytes', (header, part, rest) => {
  expect([partOf(header, 100), asksForRest(header)]).toEqual([part, rest])
})
