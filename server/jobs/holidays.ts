import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'

/** Often, so that a round that failed while the backend started is soon followed by another. It reads two rows. */
const EVERY_MS = 10 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
const SATURDAY = 6

/**
 * Holidays with a fixed date. When one with `movesToMonday` falls on a Saturday, the Monday after it is free as well.
 */
const FIXED: readonly { date: string; name: string; movesToMonday?: boolean }[] = [
  { date: '01-01', name: "New Year's Day" },
  { date: '05-01', name: "Worker's Day", movesToMonday: true },
  { date: '06-12', name: 'Democracy Day', movesToMonday: true },
  { date: '10-01', name: 'Independence Day' },
  { date: '12-25', name: 'Christmas Day' },
  { date: '12-26', name: 'Boxing Day' },
]

/** A line without a date, which the due dates ignore (review-due.ts): the government announces these days shortly before them. */
const ANNOUNCED =
  'Add when announced: Id el Fitr, Id el Kabir and Id el Maulud, one line for each day, such as 2026-03-20 Id el Fitr'

/**
 * Returns the public holidays of a year in Nigeria, one line each: '2026-10-01 Independence Day'. The Islamic ones follow the sighting of the
 * moon, so the last line asks the admin to add them.
 */
export function publicHolidays(year: number): string {
  const easter = easterSunday(year)
  const days = [
    { day: easter - 2 * DAY_MS, name: 'Good Friday' },
    { day: easter + DAY_MS, name: 'Easter Monday' },
    ...FIXED.flatMap(({ date, name, movesToMonday = false }) => {
      const day = Date.parse(`${year}-${date}`)
      const isMoved = movesToMonday && new Date(day).getUTCDay() === SATURDAY
      return [{ day, name }, ...(isMoved ? [{ day: day + 2 * DAY_MS, name: `${name} (substitute day)` }] : [])]
    }),
  ]
  return [...days.map(({ day, name }) => `${new Date(day).toISOString().slice(0, 10)} ${name}`).toSorted(), ANNOUNCED].join('\n')
}

/** Returns Easter Sunday of a year as midnight UTC in milliseconds (the Gregorian computus of Meeus, Jones and Butcher). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const epact =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * correction + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}

/**
 * Writes the public holidays of this year and the next into the settings (uploads.public_holidays_<year>), by which
 * reviews are due, if they are missing. The admin's changes stay. Runs now and every ten minutes. Without a secret key
 * nothing is written, and only weekends count.
 */
export function syncHolidays(backend: SiteBackend, job: Job): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const year = new Date().getFullYear()
    const wanted = [year, year + 1].map((each) => ({ key: `public_holidays_${each}`, year: each }))
    const { data: known } = await client
      .from('settings')
      .select('setting_key')
      .eq('group_name', 'uploads')
      .in(
        'setting_key',
        wanted.map(({ key }) => key),
      )
      .throwOnError()
    const missing = wanted.filter(({ key }) => !known.some(({ setting_key }) => setting_key === key))
    if (missing.length > 0) {
      const rows = missing.map(({ key, year: each }) => ({
        group_name: 'uploads',
        setting_key: key,
        setting_value: publicHolidays(each),
      }))
      await client.from('settings').upsert(rows, { ignoreDuplicates: true }).throwOnError()
    }
    return {}
  })
}
