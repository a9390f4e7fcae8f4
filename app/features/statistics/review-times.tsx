import { formatCount } from './counts.ts'
import { formatOrDash, Plot, type PlotDays } from './plot.tsx'
import type { Compared, Figures } from './queries.server.ts'

/** Students are promised a decision within 3-5 business days (SPEC 9). */
const PROMISED_DAYS = 5

/** Formats a number of days: 3.5. */
export const formatDays = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 }).format

const formatWorkingDays = (days: number) => `${formatDays(days)} working ${days === 1 ? 'day' : 'days'}`

/** A plot of the working days until uploads were decided. */
export function ReviewTimes({ now, before, ...days }: Compared<Figures> & PlotDays) {
  const { periods, reviews } = now
  const isEmpty = reviews.answered + before.reviews.answered === 0
  const hasLine = periods.length > 1 && !isEmpty
  return (
    <Plot
      {...days}
      title="Days to an answer"
      total={formatOrDash(reviews.median_days, formatDays)}
      says={`${describeTimes(reviews)} ${hasLine ? 'The red line is the five days that students are promised.' : ''}`.trim()}
      now={{ periods, values: periods.map((period) => period.median_days) }}
      before={{ periods: before.periods, values: before.periods.map((period) => period.median_days) }}
      isEmpty={isEmpty}
      mark={PROMISED_DAYS}
      format={formatDays}
      formatWithUnit={formatWorkingDays}
      whole={false}
      columns={[
        { name: 'Answered', cells: periods.map(({ answered }) => formatCount(answered)) },
        { name: 'Within five', cells: periods.map((period) => formatCount(period.in_time)) },
        { name: 'Half within', cells: periods.map((period) => formatOrDash(period.median_days, formatDays)) },
      ]}
    />
  )
}

/** Returns the sentence about the duration of reviews. */
function describeTimes({ answered, in_time, median_days }: Figures['reviews']): string {
  if (median_days === null) {
    return 'No upload was answered in these days.'
  }
  const half = formatWorkingDays(median_days)
  if (answered === 1) {
    return `One answer, after ${half}.`
  }
  const share = `${formatCount(in_time)} of ${formatCount(answered)} (${Math.floor((100 * in_time) / answered)} %)`
  return `Half of ${formatCount(answered)} answers came within ${half}, and ${share} within five.`
}
