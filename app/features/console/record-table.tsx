import type { ReactNode } from 'react'
import { SelectRow } from './bulk-bar.tsx'

/**
 * A column of a list: `value` returns what a row shows in it. A number is aligned right, a short text, such as a date,
 * stays in one line, and an email breaks where it is too long.
 */
export type Column<Row> = { label: string; value(row: Row): ReactNode; kind?: 'number' | 'short' | 'email' }

type Props<Row> = {
  rows: readonly Row[]
  /** The heading of the first column: what a row is. */
  heading: string
  columns: readonly Column<Row>[]
  getKey(row: Row): string
  /** The value of a row's checkbox, and the name that its label says. Without it there are no checkboxes. */
  select?: { getId(row: Row): string; getName(row: Row): string } | undefined
  /** The cell with the row's name. */
  children(row: Row): ReactNode
}

/** The rows of a list: a table on a desktop, cards on a phone. */
export function RecordTable<Row>({ rows, heading, columns, getKey, select, children }: Props<Row>) {
  return (
    <table className="records">
      <thead>
        <tr>
          {select && (
            <td>
              <span className="sr">Select</span>
            </td>
          )}
          <th scope="col">{heading}</th>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={column.kind}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)} data-row>
            {select && (
              <td className="select-cell">
                <SelectRow id={select.getId(row)} name={select.getName(row)} />
              </td>
            )}
            <th scope="row">{children(row)}</th>
            {columns.map((column) => (
              <td key={column.label} className={column.kind} data-label={column.label}>
                {column.value(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
