import { Bars } from '#app/ui/bars.tsx'
import { formatKobo } from '#app/platform/text/money.ts'
import { MoneyBar, type MoneyParts } from './money-bar.tsx'

/** The number of months in the chart. */
const MONTHS = 6

type Props = {
  /** The share of each month in kobo, last month first, such as 2026-11; months without a sale are missing. */
  months: readonly { month: string; earnedKobo: number }[]
  /** The current month in Lagos. */
  now: string
  parts: MoneyParts
}

const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** The earnings by month as bars, and where the money is now. */
export function EarningsSection({ months, now, parts }: Props) {
  const earned = new Map(months.map(({ month, earnedKobo }) => [month, earnedKobo]))
  const shown = lastMonths(now, MONTHS)
  return (
    <section className="stack earnings-plot" aria-labelledby="earnings-by-month">
      <div className="row between">
        <h2 id="earnings-by-month">Earnings by month</h2>
        <a href="/dashboard/earnings">Statement</a>
      </div>
      <Bars
        label="Your share in naira"
        bars={shown.map((month) => ({
          name: monthLabel(month),
          value: (earned.get(month) ?? 0) / 100,
          open: month === now,
        }))}
      />
      <ol className="months" aria-hidden="true">
        {shown.map((month) => (
          <li key={month}>{monthLabel(month)}</li>
        ))}
      </ol>
      <p className="small soft">{formatKobo(earned.get(now) ?? 0)} so far this month, before refunds.</p>
      <h3>Where it is now</h3>
      <MoneyBar {...parts} />
    </section>
  )
}

const monthLabel = (month: string) => shortMonth.format(new Date(`${month}-15T00:00:00Z`)).replace('Sept', 'Sep')

/** Returns the last months, such as 2026-11, oldest first. */
function lastMonths(now: string, count: number): string[] {
  const [year = 0, month = 0] = now.split('-').map(Number)
  return Array.from({ length: count }, (_, at) => new Date(Date.UTC(year, month - count + at, 1)).toISOString().slice(0, 7))
}
