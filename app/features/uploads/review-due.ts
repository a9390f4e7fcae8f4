import { dayInLagos } from '#app/platform/text/dates.ts'

/** Days without work, as 2026-10-01. */
export type Holidays = ReadonlySet<string>

/** The maximum duration of a review in working days (SPEC 1 and 9: 3-5 business days). */
const WORKING_DAYS = 5
const DAY_MS = 24 * 60 * 60 * 1000
const SATURDAY = 6
const SUNDAY = 0

/**
 * Returns the day by which a work must be reviewed, such as 2026-11-27: the fifth working day in Lagos after the day on
 * which it was sent. Saturdays, Sundays and public holidays do not count.
 */
export function reviewDue(sentAt: string | Date, holidays: Holidays): string {
  let day = Date.parse(dayInLagos(new Date(sentAt)))
  for (let left = WORKING_DAYS; left > 0;) {
    day += DAY_MS
    if (isWorkingDay(day, holidays)) {
      left -= 1
    }
  }
  return isoDay(day)
}

function isWorkingDay(day: number, holidays: Holidays): boolean {
  return ![SATURDAY, SUNDAY].includes(new Date(day).getUTCDay()) && !holidays.has(isoDay(day))
}

function isoDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}

/**
 * Parses the days in a setting, one per line, each followed by its name for the admin: '2026-10-01 Independence Day'.
 * Lines without a day are comments.
 */
export function holidaysIn(setting: string): string[] {
  return setting.split('\n').flatMap((line) => line.trim().match(/^\d{4}-\d{2}-\d{2}(?!\d)/)?.[0] ?? [])
}
