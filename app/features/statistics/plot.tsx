import type { ReactNode } from 'react'
import { formatDay } from '#app/platform/text/dates.ts'
import { Chart } from '#app/ui/chart.tsx'
import { ChartTable } from '#app/ui/chart-table.tsx'

/** Formats a day, such as 2026-11-16, without its year: 16 Nov. */
const shortDay = (day: string) => formatDay(day).replace(/ \d{4}$/, '')

/** The labels of a plot by its time span. */
const spans = {
  week: { chart: 'by week', point: (day: string) => `Week from ${shortDay(day)}`, table: 'Week by week', column: 'Week from' },
  day: { chart: 'by day', point: shortDay, table: 'Day by day', column: 'Day' },
} as const

/** Values by week or day, oldest first: the Mondays, or the days, as 2026-11-16. */
type Values = { days: readonly string[]; values: readonly (number | null)[] }

type Props = {
  title: string
  /** The number beside the title. */
  total: ReactNode
  /** The plot's message in a sentence. */
  says: string
  /** The last weeks or days; the last one is not over. */
  now: Values
  /** As many before them. */
  before: Values
  by?: keyof typeof spans
  /** True if there is nothing to draw. */
  isEmpty: boolean
  mark?: number
  format?: (value: number) => string
  /** True if values have no fractions. */
  whole?: boolean
  /** The columns of the table behind it, after the week. */
  columns: readonly { name: string; cells: readonly ReactNode[] }[]
}

const wholeNumber = new Intl.NumberFormat('en-NG')
const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * Weeks or days as bars against as many before them, with a summary above, and the same data as a table behind a button.
 * With nothing to draw, only the summary.
 */
export function Plot({ title, total, says, now, before, by = 'week', isEmpty, columns, ...chart }: Props) {
  const { format = wholeNumber.format, mark, whole = true } = chart
  const words = spans[by]
  return (
    <figure className="plot">
      <figcaption>
        <h2>
          {title} <span className="num">{total}</span>
        </h2>
        <p className="small soft">{says}</p>
      </figcaption>
      {!isEmpty && (
        <>
          <Chart
            label={`${title}, ${words.chart}`}
            kind="bars"
            points={now.days.map(words.point)}
            shortPoints={now.days.map(shortDay)}
            series={[
              { name: title, values: now.values },
              { name: 'before', points: before.days.map(words.point), values: before.values },
            ]}
            format={format}
            formatAxis={compact.format}
            whole={whole}
            isLastOpen
            hasLegend={false}
            {...(mark === undefined ? {} : { mark })}
          />
          <ChartTable
            title={title}
            button={words.table}
            heading={words.column}
            rows={now.days.map(formatDay)}
            columns={[
              ...columns,
              { name: 'Before', cells: before.values.map((value) => (value === null ? '–' : format(value))) },
            ]}
          />
        </>
      )}
    </figure>
  )
}
