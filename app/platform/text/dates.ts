import { isDay } from './days.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Africa/Lagos' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Africa/Lagos' })

/** Formats a time as 20 Nov 2026, in Lagos (UTC+1 all year). */
export function formatDay(moment: string | Date): string {
  return day.format(new Date(moment)).replace('Sept', 'Sep')
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Africa/Lagos' })

/** Formats a time as 20 Nov 2026, 14:05 (WAT). */
export function formatMoment(moment: string | number | Date): string {
  const date = new Date(moment)
  return `${formatDay(date)}, ${clock.format(date)}`
}

/** Returns the day in Lagos at that time, as 2026-11-20. */
export function dayInLagos(moment: Date): string {
  return isoDay.format(moment)
}

/** Returns a time in Lagos as a `datetime-local` field shows it, such as 2026-11-28T09:00. */
export function fieldMoment(moment: Date): string {
  return `${dayInLagos(moment)}T${clock.format(moment)}`
}

/** Returns the time in milliseconds of a `datetime-local` field in Lagos, or null if it is not a time. */
export function momentInLagos(text: string): number | null {
  const [date = '', hours = ''] = text.split('T')
  // Lagos is one hour ahead of UTC all year.
  return isDay(date) && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(hours) ? Date.parse(`${text}+01:00`) : null
}

/** Formats the value of a `datetime-local` field in Lagos as 28 Nov 2026, 09:00; null if it is not a time. */
export function formatFieldMoment(text: string): string | null {
  const moment = momentInLagos(text)
  return moment === null ? null : formatMoment(moment)
}

/**
 * Returns true if a text is a timestamp as the database returns it, such as 2026-11-20T08:00:00.123456+00:00. The day
 * must exist.
 */
export function isTimestamp(text: string | undefined): text is string {
  const [whole, clockTime = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::\d\d)?)$/.exec(text ?? '') ?? []
  const date = new Date(`${clockTime}Z`)
  // PostgreSQL has no year 0.
  return whole !== undefined && date.getUTCFullYear() >= 1 && date.toISOString().startsWith(clockTime)
}

/** Returns the greeting for that time in Lagos. */
export function greetingAt(moment: Date): 'Good morning' | 'Good afternoon' | 'Good evening' {
  const now = Number(hour.format(moment))
  return now < 12 ? 'Good morning' : now < 17 ? 'Good afternoon' : 'Good evening'
}

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Africa/Lagos',
})

/** Formats a time of day as 09:30 WAT. */
export function formatTime(moment: string | Date): string {
  return `${time.format(new Date(moment))} WAT`
}
