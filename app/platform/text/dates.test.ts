import { expect, test } from 'vitest'
import { formatDay, greetingAt } from './dates.ts'

test('a day is named as it is in Lagos, one hour ahead of UTC', () => {
  expect(formatDay('2026-11-20T22:59:59+00:00')).toBe('20 Nov 2026')
  expect(formatDay('2026-11-20T23:00:00+00:00')).toBe('21 Nov 2026')
  expect(formatDay('2026-09-01T00:00:00+00:00')).toBe('1 Sep 2026')
})

test.each([
  ['2026-11-20T22:59:00Z', 'Good evening'],
  ['2026-11-20T23:00:00Z', 'Good morning'],
  ['2026-11-20T10:59:00Z', 'Good morning'],
  ['2026-11-20T11:00:00Z', 'Good afternoon'],
  ['2026-11-20T16:00:00Z', 'Good evening'],
])('at %s one says %s', (moment, greeting) => {
  expect(greetingAt(new Date(moment))).toBe(greeting)
})
