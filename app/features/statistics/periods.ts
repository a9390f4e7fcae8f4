import { addDays, addressOf, countDays, type DateRange, type Days } from '../money/date-range.ts'
import { namePeriod, shortNames } from '../money/period-names.ts'
import { formatDay } from '#app/platform/text/dates.ts'

/** The periods into which the plots split their days. A week is seven days from the first one. */
export type PlotStep = 'day' | 'week' | 'month'

/** A period as the database returns it, first and last day inclusive. */
export type Period = { starts_on: string; ends_on: string }

const MAX_DAYS_BY_DAY = 31
const MAX_DAYS_BY_WEEK = 183

/** Returns the step with which a plot of these days has few enough bars for a phone. */
export function plotStep(days: Days): PlotStep {
  const count = countDays(days)
  return count <= MAX_DAYS_BY_DAY ? 'day' : count <= MAX_DAYS_BY_WEEK ? 'week' : 'month'
}

const daysOf = ({ starts_on, ends_on }: Period): Days => ({ since: starts_on, until: ends_on })

/** Names a period: 5 Oct 2026, 5–11 Oct 2026, or Oct 2026. */
export const periodName = (period: Period) => namePeriod(daysOf(period))

/** Names periods on an axis: 5 Oct, or Oct; months of several years with their year. */
export function axisNames(periods: readonly Period[], step: PlotStep): string[] {
  return shortNames(
    periods.map(({ starts_on }) => starts_on),
    step === 'month' ? 'month' : 'day',
  )
}

/** Says when the highest value was: on 5 Oct 2026, in the days 5–11 Oct 2026, or in Oct 2026. */
export function whenIn(period: Period, step: PlotStep): string {
  return step === 'day' ? `on ${formatDay(period.starts_on)}` : `in ${periodName(period)}`
}

/** Returns true if the period is not over today, or is a part of a week or month. */
export function isPartial(period: Period, step: PlotStep, today: string): boolean {
  const days = daysOf(period)
  const isWhole =
    step === 'month'
      ? days.since.endsWith('-01') && addDays(days.until, 1).endsWith('-01')
      : step === 'day' || countDays(days) === 7
  return days.until >= today || !isWhole
}

/** Returns the address of the statistics of these days, and of one material if there is one. */
export const statisticsAddress = (range: DateRange, material: string | null) =>
  `/admin/statistics${addressOf(range)}${material ? `&material=${material}` : ''}`
