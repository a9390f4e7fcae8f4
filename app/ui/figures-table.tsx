import type { ReactNode } from 'react'

type Props = {
  /** The subject of the table for screen readers, unless a heading names it. */
  caption?: string
  /** The name of the first column. */
  heading: string
  rows: readonly { key: string; name: ReactNode }[]
  columns: readonly { name: string; cells: readonly ReactNode[] }[]
  /** The totals of the columns. */
  foot?: readonly ReactNode[]
  /** The name of the region in which a wide table scrolls, for screen readers. Without it the table does not scroll. */
  region?: string
}

/** A table with a name and figures in each row. */
export function FiguresTable({ caption, heading, rows, columns, foot, region }: Props) {
  const table = (
    <table className="tbl num">
      {caption && <caption className="sr">{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name }, at) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column.name} className="end">
                {column.cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns.map(({ name }, at) => (
              <td key={name} className="end">
                {foot[at]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  return region === undefined ? (
    table
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls, so the keyboard has to reach it
    <div className="scroll-x" role="region" aria-label={region} tabIndex={0}>
      {table}
    </div>
  )
}
