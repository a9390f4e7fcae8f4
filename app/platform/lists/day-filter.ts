import { isDay } from '../text/days.ts'

/** The first and the last day that a list shows, in Lagos, as 2026-11-20; '' where it has no bound. */
export type DayFilter = { from: string; to: string }

/** Reads the days from an address (`from`, `to`). Invalid days are ignored, and reversed ones are put in order. */
export function readDayFilter(parameters: URLSearchParams): DayFilter {
  const [from = '', to = ''] = ['from', 'to'].map((name) => {
    const day = parameters.get(name) ?? undefined
    return isDay(day) ? day : ''
  })
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** Returns the days as the arguments of a database function. */
export const dayArguments = ({ from, to }: DayFilter) => ({ ...(from && { since: from }), ...(to && { until: to }) })
