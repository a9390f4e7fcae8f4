import type { ReactNode } from 'react'
import { FiguresTable } from './figures-table.tsx'

type Props = {
  /** The subject of the table, for screen readers. */
  title: string
  /** The text of the button that shows it. */
  button: string
  /** The name of the first column. */
  heading: string
  rows: readonly string[]
  columns: readonly { name: string; cells: readonly ReactNode[] }[]
  foot?: readonly ReactNode[]
}

/** The figures of a chart as a table behind a button. It works without a script. */
export function ChartTable({ title, button, heading, rows, columns, foot }: Props) {
  return (
    <details className="chart-table">
      <summary>
        <span className="sr">{title}: </span>
        <span>{button}</span>
      </summary>
      <FiguresTable
        region={title}
        heading={heading}
        rows={rows.map((row) => ({ key: row, name: row }))}
        columns={columns}
        foot={foot}
      />
    </details>
  )
}
