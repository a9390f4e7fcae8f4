import { formatKobo } from '#app/platform/text/money.ts'
import { StaticChart } from '#app/ui/static-chart.tsx'
import { monthName, shortMonth } from './labels.ts'
import type { EarningsMonth } from './queries.server.ts'

/** The number of months in the chart. */
const MONTHS = 6

type Props = {
  /** The months with a sale, a refund or a payout, last month first. */
  months: readonly EarningsMonth[]
  /** The current month in Lagos, such as 2026-11. */
  now: string
}

/** The student's share of each of the last months as bars. The current month is not over. */
export function EarningsChart({ months, now }: Props) {
  const earned = new Map(months.map(({ month, earned_kobo }) => [month, earned_kobo]))
  const shown = lastMonths(now, MONTHS)
  return (
    <StaticChart
      label="Your share by month, before refunds"
      kind="bars"
      points={shown.map(monthName)}
      shortPoints={shown.map(shortMonth)}
      series={[{ name: 'Your share', values: shown.map((month) => earned.get(month) ?? 0) }]}
      format={formatKobo}
      formatAxis={formatKobo}
      formatFigure={formatThousands}
      isLastOpen
    />
  )
}

/** Formats kobo for a bar that is narrower than the amount, such as ₦10.5k. */
const formatThousands = (kobo: number) => (kobo < 100_000 ? formatKobo(kobo) : `₦${Math.round(kobo / 10_000) / 10}k`)

/** Returns the last months, such as 2026-11, oldest first. */
function lastMonths(now: string, count: number): string[] {
  const [year = 0, month = 0] = now.split('-').map(Number)
  return Array.from({ length: count }, (_, at) => new Date(Date.UTC(year, month - count + at, 1)).toISOString().slice(0, 7))
}
