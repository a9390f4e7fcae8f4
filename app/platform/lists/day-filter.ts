import { dayInLagos } from '../text/dates.ts'
import { isDay } from '../text/days.ts'

/** The first and the last day that a list shows, in Lagos, as 2026-11-20; '' where it has no bound. */
export type DayFilter = { from: string; to: string }

/** Periods that end today, by their values in an address, so that a bookmark moves with the calendar. */
export const periods = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: 'month', label: 'This month' },
] as const

/** The days that a list shows; `period` names the period that they come from, and is '' for days that were chosen. */
export type ListDays = DayFilter & { period: string }

/**
 * Reads the days from an address (`from`, `to`, or a `period`). Invalid ones are ignored, reversed ones put in order,
 * and days count more than a period.
 * @param today in Lagos.
 */
export function readDayFilter(parameters: URLSearchParams, today = dayInLagos(new Date())): ListDays {
  const [from = '', to = ''] = ['from', 'to'].map((name) => {
    const day = parameters.get(name) ?? undefined
    return isDay(day) ? day : ''
  })
  if (from || to) {
    return from && to && from > to ? { from: to, to: from, period: '' } : { from, to, period: '' }
  }
  const period = periods.find(({ value }) => value === parameters.get('period'))?.value ?? ''
  return period ? { from: firstDay(period, today), to: today, period } : { from: '', to: '', period: '' }
}

const DAY_MS = 24 * 60 * 60 * 1000

function firstDay(period: (typeof periods)[number]['value'], today: string): string {
  return period === 'month'
    ? `${today.slice(0, 7)}-01`
    : new Date(Date.parse(today) - (Number(period) - 1) * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the days as the arguments of a database function. */
export const dayArguments = ({ from, to }: DayFilter) => ({ ...(from && { since: from }), ...(to && { until: to }) })
