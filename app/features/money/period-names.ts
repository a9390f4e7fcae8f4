import { formatDay } from '#app/platform/text/dates.ts'
import { addDays, type Days } from './date-range.ts'

/** Formats a range of days: 20 Nov 2026, 1–24 Nov 2026, 20 Oct – 24 Nov 2026, or 1 Dec 2025 – 24 Nov 2026. */
export function formatRange({ since, until }: Days): string {
  const first = formatDay(since)
  const last = formatDay(until)
  if (since === until) {
    return last
  }
  if (since.slice(0, 7) === until.slice(0, 7)) {
    return `${first.split(' ', 1)[0]}–${last}`
  }
  return `${since.slice(0, 4) === until.slice(0, 4) ? first.replace(/ \d{4}$/, '') : first} – ${last}`
}

/** Names a period of the table: a day, a whole month such as Nov 2026, or the days of a month that are in the range. */
export function namePeriod({ since, until }: Days): string {
  const isWholeMonth = since.endsWith('-01') && addDays(until, 1).endsWith('-01') && since.slice(0, 7) === until.slice(0, 7)
  return isWholeMonth ? formatDay(since).replace(/^\d+ /, '') : formatRange({ since, until })
}

/** Names periods on an axis by their first days: 19 Nov, or Nov for months, which are Nov 2026 if they are of several years. */
export function shortNames(firstDays: readonly string[], step: 'day' | 'month'): string[] {
  const isOneYear = firstDays[0]?.slice(0, 4) === firstDays.at(-1)?.slice(0, 4)
  return firstDays.map((firstDay) => {
    const [day = '', month = '', year = ''] = formatDay(firstDay).split(' ')
    return step === 'day' ? `${day} ${month}` : isOneYear ? month : `${month} ${year}`
  })
}
