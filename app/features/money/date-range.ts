import { isDay } from '#app/platform/text/days.ts'

/** Days in Lagos as 2026-11-20, first and last inclusive. */
export type Days = { since: string; until: string }

/** The ranges of the dashboard that can be chosen without typing dates. */
export const presets = [
  { key: '7-days', label: '7 days' },
  { key: '30-days', label: '30 days' },
  { key: 'this-month', label: 'This month' },
  { key: 'last-month', label: 'Last month' },
  { key: 'this-year', label: 'This year' },
] as const
type PresetKey = (typeof presets)[number]['key']

/**
 * A range of days, the range that it is compared with, and the steps of its chart. `correction` says why the days are
 * not those of the address.
 */
export type DateRange = Days & { preset: PresetKey | null; before: Days; step: 'day' | 'month'; correction: string | null }

/** The first day that counts as a date; a year such as 0026 is a slip, and its figures could not be read. */
const FIRST_DAY = '1900-01-01'
const isKnownDay = (date: string | undefined): date is string => isDay(date) && date >= FIRST_DAY

const MAX_DAYS_BY_DAY = 92
/** The database sums up at most ten years. */
const MAX_DAYS = 3650

const MS_PER_DAY = 86_400_000
const atMidnight = (day: string) => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the day this many days later. */
export const addDays = (day: string, days: number) => toDay(new Date(atMidnight(day).getTime() + days * MS_PER_DAY))

/** Returns the same day this many months later, or the last day of a shorter month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}

/** Returns the number of days of a range. */
export const countDays = ({ since, until }: Days) =>
  Math.round((atMidnight(until).getTime() - atMidnight(since).getTime()) / MS_PER_DAY) + 1

/**
 * Reads the range from an address: `period` names a preset; `from` and `to` are days. Without either it is the last
 * thirty days. Days after today, and those more than ten years before the last one, are left out, and dates in the
 * wrong order are swapped. Dates before 1900 are not known.
 */
export function readDateRange(parameters: URLSearchParams, today: string): DateRange {
  const from = parameters.get('from') ?? undefined
  const to = parameters.get('to') ?? undefined
  const unknown = [from, to].some((date) => date && !isKnownDay(date)) ? 'One of the dates is not in the calendar.' : null
  if (isKnownDay(from) || isKnownDay(to)) {
    const range = ownDates(isKnownDay(from) ? from : null, isKnownDay(to) ? to : today, today)
    return { ...range, correction: [unknown, range.correction].filter(Boolean).join(' ') || null }
  }
  const key = presets.find((preset) => preset.key === parameters.get('period'))?.key ?? '30-days'
  const days = presetDays(key, today)
  const step = key === 'this-year' ? 'month' : 'day'
  return {
    ...days,
    preset: key,
    step,
    correction: unknown,
    before: key.endsWith('days') ? daysBefore(days) : sameDaysBefore(key, days),
  }
}

function presetDays(key: PresetKey, today: string): Days {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const days: Record<PresetKey, Days> = {
    '7-days': { since: addDays(today, -6), until: today },
    '30-days': { since: addDays(today, -29), until: today },
    'this-month': { since: firstOfMonth, until: today },
    'last-month': { since: addMonths(firstOfMonth, -1), until: addDays(firstOfMonth, -1) },
    'this-year': { since: `${today.slice(0, 4)}-01-01`, until: today },
  }
  return days[key]
}

/** Returns the same part of the month or year before. */
function sameDaysBefore(key: PresetKey, { since, until }: Days): Days {
  if (key === 'last-month') {
    return { since: addMonths(since, -1), until: addDays(since, -1) }
  }
  const months = key === 'this-year' ? -12 : -1
  return { since: addMonths(since, months), until: addMonths(until, months) }
}

/** Returns as many days, which end before the first one. */
const daysBefore = (days: Days): Days => ({ since: addDays(days.since, -countDays(days)), until: addDays(days.since, -1) })

function ownDates(from: string | null, to: string, today: string): DateRange {
  const until = to > today ? today : to
  const first = from ?? addDays(until, -29)
  const [earlier, later] = first <= until ? [first, until] : [until, first > today ? today : first]
  const oldest = addDays(later, 1 - MAX_DAYS)
  const days = { since: earlier < oldest ? oldest : earlier, until: later }
  const correction = explainDates({ since: first, until: to }, oldest, today)
  const count = countDays(days)
  if (count <= MAX_DAYS_BY_DAY) {
    return { ...days, preset: null, step: 'day', correction, before: daysBefore(days) }
  }
  // The same dates of earlier years, so that the months of both match.
  const months = -12 * Math.ceil(count / 366)
  return {
    ...days,
    preset: null,
    step: 'month',
    correction,
    before: { since: addMonths(days.since, months), until: addMonths(days.until, months) },
  }
}

/** Returns the sentences about typed dates that cannot be shown as they are; null for others. */
function explainDates({ since, until }: Days, oldest: string, today: string): string | null {
  const sentences = [
    since > until && 'The first date is after the last one, so they are swapped.',
    (since > today || until > today) && 'Days after today have no figures yet, so they are left out.',
    (since < oldest || until < oldest) && 'At most ten years fit, so earlier days are left out.',
  ]
  return sentences.filter(Boolean).join(' ') || null
}

/** Returns the query of the address that shows a range. */
export const addressOf = ({ preset, since, until }: DateRange) => (preset ? `?period=${preset}` : `?from=${since}&to=${until}`)
