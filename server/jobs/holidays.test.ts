import { describe, expect, test } from 'vitest'
import { holidaysIn, reviewDue } from '#app/features/uploads/review-due.ts'
import { publicHolidays } from './holidays.ts'

/** The holidays that follow the moon, which the admin adds below the others. */
const ANNOUNCED = ['2026-03-20 Id el Fitr', '2026-05-27 Id el Kabir'].join('\n')
const nigeria = new Set([publicHolidays(2026), ANNOUNCED, publicHolidays(2027)].flatMap(holidaysIn))

describe('due dates of reviews', () => {
  test.each([
    ['over Easter: Good Friday 3 April and Monday 6 April', '2026-03-31T09:00:00Z', '2026-04-09'],
    ['sent on Good Friday itself', '2026-04-03T09:00:00Z', '2026-04-13'],
    ['over Id el Fitr, Friday 20 March', '2026-03-17T09:00:00Z', '2026-03-25'],
    ['over Id el Kabir, Wednesday 27 May', '2026-05-25T09:00:00Z', '2026-06-02'],
    ['over Christmas and New Year', '2026-12-22T09:00:00Z', '2026-12-30'],
    ['over New Year, Friday 1 January', '2026-12-28T09:00:00Z', '2027-01-05'],
    ['into a year whose May day falls on a Saturday, and is kept on the Monday', '2027-04-29T09:00:00Z', '2027-05-07'],
    ['over Independence Day, Thursday 1 October', '2026-09-28T09:00:00Z', '2026-10-06'],
  ])('%s', (_when, sentAt, due) => {
    expect(reviewDue(sentAt, nigeria)).toBe(due)
  })
})

test('publicHolidays lists the national holidays of a year and a reminder to enter those that depend on the moon', () => {
  expect(publicHolidays(2027).split('\n')).toEqual([
    "2027-01-01 New Year's Day",
    '2027-03-26 Good Friday',
    '2027-03-29 Easter Monday',
    "2027-05-01 Worker's Day",
    "2027-05-03 Worker's Day (substitute day)",
    '2027-06-12 Democracy Day',
    '2027-06-14 Democracy Day (substitute day)',
    '2027-10-01 Independence Day',
    '2027-12-25 Christmas Day',
    '2027-12-26 Boxing Day',
    expect.stringContaining('Add when announced: Id el Fitr, Id el Kabir and Id el Maulud'),
  ])
  expect(holidaysIn(publicHolidays(2027))).toHaveLength(10)
})

test.each([
  ['2024-03-29', '2024-04-01'],
  ['2026-04-03', '2026-04-06'],
  ['2038-04-23', '2038-04-26'],
  ['2057-04-20', '2057-04-23'],
  ['2285-03-20', '2285-03-23'],
])('computes Good Friday %s and Easter Monday %s', (friday, monday) => {
  const days = holidaysIn(publicHolidays(Number(friday.slice(0, 4))))
  expect(days).toContain(friday)
  expect(days).toContain(monday)
})
