import { Chart } from '#app/ui/chart.tsx'
import { ChartTable } from '#app/ui/chart-table.tsx'
import type { DateRange } from './date-range.ts'
import type { MoneyFigures, MoneyReport } from './figures.server.ts'
import { signedKobo } from './labels.ts'
import { formatRange, namePeriod, shortNames } from './period-names.ts'

const compact = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const whole = new Intl.NumberFormat('en-NG')
const formatAxis = (kobo: number) => compact.format(kobo / 100)
const daysOf = ({ starts_on, ends_on }: MoneyFigures) => ({ since: starts_on, until: ends_on })

/** The columns of the table, which the exported file has too. */
const columns = [
  { name: 'Sales', format: whole.format, value: ({ sales }: MoneyFigures) => sales },
  { name: 'Takings', format: signedKobo, value: ({ takings_kobo }: MoneyFigures) => takings_kobo },
  { name: 'Refunds', format: signedKobo, value: ({ refunds_kobo }: MoneyFigures) => refunds_kobo },
  { name: 'Shares', format: signedKobo, value: ({ shares_kobo }: MoneyFigures) => shares_kobo },
  { name: 'Fees', format: signedKobo, value: ({ fees_kobo }: MoneyFigures) => fees_kobo },
  { name: 'Kept', format: signedKobo, value: ({ kept_kobo }: MoneyFigures) => kept_kobo },
  { name: 'Held', format: signedKobo, value: ({ held_kobo }: MoneyFigures) => held_kobo },
  {
    name: 'Owed',
    format: signedKobo,
    value: ({ owed_students_kobo, owed_buyers_kobo }: MoneyFigures) => owed_students_kobo + owed_buyers_kobo,
  },
] as const

/** The takings against the period before, the balance over time, and the table of both. */
export function MoneyCharts({ range, report: { rows, rowsBefore, total } }: { range: DateRange; report: MoneyReport }) {
  const points = rows.map((row) => namePeriod(daysOf(row)))
  const shortPoints = shortNames(
    rows.map(({ starts_on }) => starts_on),
    range.step,
  )
  const by = range.step === 'day' ? 'day' : 'month'
  return (
    <>
      <section className="stack" aria-labelledby="takings">
        <h2 id="takings">Takings by {by}</h2>
        <Chart
          label={`Takings by ${by}`}
          kind="line"
          points={points}
          shortPoints={shortPoints}
          series={[
            { name: formatRange(range), values: rows.map(({ takings_kobo }) => takings_kobo) },
            {
              name: formatRange(range.before),
              points: rowsBefore.map((row) => namePeriod(daysOf(row))),
              values: rowsBefore.map(({ takings_kobo }) => takings_kobo),
            },
          ]}
          format={signedKobo}
          formatAxis={formatAxis}
        />
      </section>
      <section className="stack" aria-labelledby="balance">
        <h2 id="balance">Balance over time</h2>
        <Chart
          label={`Balance at the end of each ${by}`}
          kind="line"
          points={points}
          shortPoints={shortPoints}
          series={[
            { name: 'Held by Paystack, Selar and the bank', values: rows.map(({ held_kobo }) => held_kobo) },
            {
              name: 'Owed to students and buyers',
              values: rows.map(({ owed_students_kobo, owed_buyers_kobo }) => owed_students_kobo + owed_buyers_kobo),
            },
          ]}
          format={signedKobo}
          formatAxis={formatAxis}
        />
        <p className="small soft">All figures are those of the books, by the day on which each sale or refund was recorded.</p>
      </section>
      <ChartTable
        title="Money"
        button="Show as a table"
        heading={by === 'day' ? 'Day' : 'Month'}
        rows={points}
        columns={columns.map(({ name, format, value }) => ({ name, cells: rows.map((row) => format(value(row))) }))}
        foot={columns.map(({ format, value }) => format(value(total)))}
      />
    </>
  )
}
