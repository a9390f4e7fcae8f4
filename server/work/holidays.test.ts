import { beforeAll, describe, expect, test } from 'vitest'
import { holidaysIn, reviewDue } from '../../app/features/uploads/review-due.ts'
import { publicHolidays } from './holidays.ts'

let nigeria: Set<string>
beforeAll(async () => {
  nigeria = new Set((await Promise.all([2026, 2027].map(publicHolidays))).flatMap(holidaysIn))
})

describe('a review is due on the fifth working day', () => {
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

test('a year has the holidays that the whole country keeps', async () => {
  const lines = (await publicHolidays(2026)).split('\n')
  expect(lines).toEqual(lines.toSorted())
  expect(lines).toEqual(
    expect.arrayContaining([
      "2026-01-01 New Year's Day",
      '2026-03-20 Id el Fitr',
      '2026-04-03 Good Friday',
      '2026-04-06 Easter Monday',
      '2026-10-01 Independence Day',
      '2026-12-25 Christmas Day',
      '2026-12-26 Boxing Day',
    ]),
  )
  // Days of schools or of some states, and days that are not free.
  expect(lines.join('\n')).not.toMatch(/Children|Youth|Islamic New Year|Easter Sunday|Eve/)
  expect(await publicHolidays(2027)).toContain("2027-05-03 Worker's Day (substitute day)")
})
