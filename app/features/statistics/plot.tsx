import type { ReactNode } from 'react'
import { Chart } from '#app/ui/chart.tsx'
import { ChartTable } from '#app/ui/chart-table.tsx'
import { axisNames, type Period, periodName, type PlotStep } from './periods.ts'

/** The labels of a plot by its step. */
const steps = {
  day: { chart: 'by day', table: 'Day by day', column: 'Day' },
  week: { chart: 'by week', table: 'Week by week', column: 'Days' },
  month: { chart: 'by month', table: 'Month by month', column: 'Month' },
} as const

/** Values by period, oldest first; null without a value. */
type Values = { periods: readonly Period[]; values: readonly (number | null)[] }

/** The properties that all plots of a page share. */
export type PlotDays = {
  step: PlotStep
  /** True if the last period is not complete. */
  isLastPartial: boolean
  /** True if the last period is not over. */
  isLastSoFar: boolean
}

type Props = PlotDays & {
  title: string
  /** The number beside the title. */
  total: ReactNode
  /** The plot's message in a sentence. */
  says: string
  now: Values
  /** The period before. */
  before: Values
  /** True if there is nothing to draw. */
  isEmpty: boolean
  mark?: number
  format?: (value: number) => string
  /** Formats a value with its unit, such as 3 views. */
  formatWithUnit: (value: number) => string
  /** True if values have no fractions. */
  whole?: boolean
  /** The columns of the table behind it, after the days. */
  columns: readonly { name: string; cells: readonly ReactNode[] }[]
}

const wholeNumber = new Intl.NumberFormat('en-NG')
const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * Days, weeks or months as bars against the period before, with a summary above, and the same data as a table behind a
 * button. With nothing to draw, or a single day, only the summary.
 */
export function Plot({ title, total, says, now, before, step, isLastPartial, isLastSoFar, isEmpty, columns, ...chart }: Props) {
  const { format = wholeNumber.format, formatWithUnit, mark, whole = true } = chart
  const words = steps[step]
  const points = now.periods.map(periodName)
  return (
    <figure className="plot">
      <figcaption>
        <h3>
          {title} <span className="num">{total}</span>
        </h3>
        <p className="small soft">{says}</p>
      </figcaption>
      {!isEmpty && now.periods.length > 1 && (
        <>
          <Chart
            label={`${title}, ${words.chart}`}
            kind="bars"
            points={points}
            shortPoints={axisNames(now.periods, step)}
            series={[
              { name: title, values: now.values },
              { name: 'before', points: before.periods.map(periodName), values: before.values },
            ]}
            format={format}
            formatWithUnit={formatWithUnit}
            formatAxis={compact.format}
            whole={whole}
            isLastOpen={isLastPartial}
            isLastSoFar={isLastSoFar}
            hasLegend={false}
            {...(mark === undefined ? {} : { mark })}
          />
          <ChartTable
            title={title}
            button={words.table}
            heading={words.column}
            rows={rowNames(now.periods, step)}
            columns={[...columns, { name: 'Before', cells: points.map((_, at) => formatOrDash(before.values[at], format)) }]}
          />
        </>
      )}
    </figure>
  )
}

/** Formats a value of a table; a dash says that there is none. */
export const formatOrDash = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '–' : format(value)

/** Names the rows of the table, without the year if all are of one. */
function rowNames(periods: readonly Period[], step: PlotStep): string[] {
  const names = periods.map(periodName)
  const isOneYear = periods[0]?.starts_on.slice(0, 4) === periods.at(-1)?.ends_on.slice(0, 4)
  return isOneYear && step !== 'month' ? names.map((name) => name.replace(/ \d{4}$/, '')) : names
}
