import { href } from 'react-router'
import { formatKobo } from '#app/platform/text/money.ts'
import { EarningsChart } from '../earnings/earnings-chart.tsx'
import { MoneyBar, type MoneyParts } from '../earnings/money-bar.tsx'
import type { EarningsMonth } from '../earnings/queries.server.ts'

type Props = {
  /** The months with a sale, a refund or a payout, last month first. */
  months: readonly EarningsMonth[]
  /** The current month in Lagos. */
  now: string
  parts: MoneyParts
}

/** The earnings by month as bars, and where the money is now. */
export function EarningsSection({ months, now, parts }: Props) {
  const earned = months.find(({ month }) => month === now)?.earned_kobo ?? 0
  return (
    <section className="stack" aria-labelledby="earnings-by-month">
      <div className="row between">
        <h2 id="earnings-by-month">Earnings by month</h2>
        <a href={href('/dashboard/earnings')}>Statement</a>
      </div>
      <EarningsChart months={months} now={now} />
      <p className="small soft">{formatKobo(earned)} so far this month, before refunds.</p>
      <h3>Where it is now</h3>
      <MoneyBar {...parts} />
    </section>
  )
}
