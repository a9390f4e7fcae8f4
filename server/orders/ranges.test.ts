import { expect, test } from 'vitest'
import { getPart } from './ranges.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-9,20-29', 'whole'],
  ['bytes=-', 'whole'],
  ['items=1-2', 'whole'],
  ['bytes=00-', { start: 0, end: 99 }],
] as const)('getPart parses %s for a file of a hundred bytes', (header, part) => {
  expect(getPart(header, 100)).toEqual(part)
})
