import type { ReactNode } from 'react'
import { Bars, type Bar } from '#app/ui/bars.tsx'
import { formatDay } from '#app/platform/text/dates.ts'

/** Formats a day, such as 2026-11-16, without its year: 16 Nov. */
const shortDay = (day: string) => formatDay(day).replace(/ \d{4}$/, '')

/** The labels of a plot by its time span. */
const spans = {
  week: { bars: 'weeks beginning', last: 'this week', table: 'Week by week', column: 'Week from' },
  day: { bars: 'day by day', last: 'today', table: 'Day by day', column: 'Day' },
} as const

type Props = {
  title: string
  /** The number beside the title. */
  total: ReactNode
  /** The plot's message in a sentence. */
  says: string
  /** The Mondays, or the days, as 2026-11-16; the last week or day is not over. */
  weeks: readonly string[]
  by?: keyof typeof spans
  values: readonly (number | null)[]
  /** True if there is nothing to draw. */
  isEmpty: boolean
  line?: number
  /** The columns of the table behind it, after the week. */
  columns: readonly { name: string; cells: readonly ReactNode[] }[]
}

/**
 * Weeks or days as bars, with a summary above them, and the same data as a table behind a button. With nothing to draw,
 * only the summary.
 */
export function Plot({ title, total, says, weeks, by = 'week', values, isEmpty, line, columns }: Props) {
  const words = spans[by]
  const bars: Bar[] = weeks.map((week, at) => ({
    name: shortDay(week),
    value: values[at] ?? null,
    open: at === weeks.length - 1,
  }))
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
          <Bars label={`${title}, ${words.bars}`} bars={bars} {...(line === undefined ? {} : { line })} />
          <p className="small soft row between" aria-hidden="true">
            <span>{shortDay(weeks[0] ?? '')}</span>
            <span>{words.last}</span>
          </p>
          <details>
            <summary>
              <span className="sr">{title}: </span>
              <span>{words.table}</span>
            </summary>
            <table className="tbl num">
              <thead>
                <tr>
                  <th scope="col">{words.column}</th>
                  {columns.map(({ name }) => (
                    <th key={name} scope="col" className="end">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.map((week, at) => (
                  <tr key={week}>
                    <th scope="row">{formatDay(week)}</th>
                    {columns.map(({ name, cells }) => (
                      <td key={name} className="end">
                        {cells[at]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </figure>
  )
}
