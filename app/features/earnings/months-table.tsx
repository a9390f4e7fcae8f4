import { href } from 'react-router'
import type { ReactNode } from 'react'
import { formatKobo } from '#app/platform/text/money.ts'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import { shortMonthName } from './labels.ts'
import type { EarningsMonth } from './queries.server.ts'

type Sum = Pick<EarningsMonth, 'sales' | 'gross_kobo' | 'earned_kobo' | 'back_kobo'>

/** The sales of each month, what their buyers paid and the student's share; each month leads to its statement. */
export function MonthsTable({ months }: { months: readonly EarningsMonth[] }) {
  const total = months.reduce<Sum>(
    (sum, month) => ({
      sales: sum.sales + month.sales,
      gross_kobo: sum.gross_kobo + month.gross_kobo,
      earned_kobo: sum.earned_kobo + month.earned_kobo,
      back_kobo: sum.back_kobo + month.back_kobo,
    }),
    { sales: 0, gross_kobo: 0, earned_kobo: 0, back_kobo: 0 },
  )
  return (
    <FiguresTable
      region="Each month"
      heading="Month"
      rows={months.map(({ month }) => ({
        key: month,
        name: <a href={`${href('/dashboard/earnings')}?month=${month}#sales`}>{shortMonthName(month)}</a>,
      }))}
      columns={columns.map(({ name, cell }) => ({ name, cells: months.map(cell) }))}
      foot={columns.map(({ cell }) => cell(total))}
    />
  )
}

const columns: readonly { name: string; cell: (sum: Sum) => ReactNode }[] = [
  { name: 'Sold', cell: ({ sales }: Sum) => sales },
  { name: 'Buyers paid', cell: ({ gross_kobo }: Sum) => formatKobo(gross_kobo) },
  {
    name: 'Your share',
    cell: ({ earned_kobo, back_kobo }: Sum) => (
      <>
        {formatKobo(earned_kobo)}
        {back_kobo > 0 && <small>−{formatKobo(back_kobo)} refunded</small>}
      </>
    ),
  },
]
