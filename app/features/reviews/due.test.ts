import { expect, test } from 'vitest'
import { reviewDue } from './due.ts'

test.each([
  ['a Monday', '2026-11-16T09:00:00+00:00', '2026-11-23T09:00:00.000Z'],
  ['a Friday', '2026-11-20T09:00:00+00:00', '2026-11-27T09:00:00.000Z'],
  ['a Saturday', '2026-11-21T09:00:00+00:00', '2026-11-27T09:00:00.000Z'],
  ['a Sunday', '2026-11-22T09:00:00+00:00', '2026-11-27T09:00:00.000Z'],
  ['late on Sunday in UTC, when it is Monday in Lagos', '2026-11-22T23:30:00+00:00', '2026-11-29T23:30:00.000Z'],
])('what comes on %s is due five working days later', (_day, since, due) => {
  expect(reviewDue(since).toISOString()).toBe(due)
})
