import { expect, test } from 'vitest'
import { formatDay, greetingAt, isTimestamp } from './dates.ts'
import { isDay } from './days.ts'

test('formatDay uses the day in Lagos, one hour ahead of UTC', () => {
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
])('greetingAt returns the greeting at %s (%s)', (moment, greeting) => {
  expect(greetingAt(new Date(moment))).toBe(greeting)
})

test.each(['2026-11-20T08:00:00+00:00', '2026-11-20T08:00:00.123456+00:00', '2028-02-29T23:59:59Z', '2026-11-20T08:00:00+01'])(
  'isTimestamp accepts %s',
  (text) => {
    expect(isTimestamp(text)).toBe(true)
  },
)

test.each([
  undefined,
  '',
  'now',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-11-20T25:00:00Z',
  '0000-11-20T08:00:00Z',
  '1e308',
])('isTimestamp rejects %s', (text) => {
  expect(isTimestamp(text)).toBe(false)
})

test('isDay accepts only days of the calendar', () => {
  expect(['2026-11-20', '2028-02-29', '2026-02-30', '2026-13-01', '20261120', '1899-12-31', '2100-01-01'].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
