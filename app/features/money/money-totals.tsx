import { href, Link } from 'react-router'
import { describeChange, Figure } from '#app/features/console/figure.tsx'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { describeDue } from '../console/due-badge.tsx'
import type { MoneyReport } from './figures.server.ts'
import { describeRun, signedKobo } from './labels.ts'
import type { MoneyOverview } from './queries.server.ts'

const whole = new Intl.NumberFormat('en-NG')
const count = (number: number, noun: string) => `${whole.format(number)} ${noun}${number === 1 ? '' : 's'}`

type TotalsProps = { report: MoneyReport; overview: MoneyOverview | null; /** In Lagos: 2026-11-27. */ today: string }

/** Takings, refunds, what is owed and available for payout, then what waits for an admin. */
export function MoneyTotals({ report: { total, before }, overview, today }: TotalsProps) {
  const openPayouts = describeRun(overview?.open_payouts ?? {})
  return (
    <>
      <dl className="figures money-totals">
        <Figure label="Takings" value={signedKobo(total.takings_kobo)}>
          {describeChange(total.takings_kobo, before.takings_kobo, signedKobo)}
        </Figure>
        <Figure label="Refunds" value={signedKobo(total.refunds_kobo)}>
          {count(total.refunds, 'refund')}, {count(total.sales, 'sale')}
        </Figure>
        <Figure label="Owed" value={signedKobo(total.owed_students_kobo + total.owed_buyers_kobo)}>
          {signedKobo(total.owed_students_kobo)} to students, {signedKobo(total.owed_buyers_kobo)} to buyers, on{' '}
          {formatDay(total.ends_on)}
        </Figure>
        {overview && (
          <Figure label="Available for payout" value={formatKobo(overview.payable_kobo)}>
            <Link to={href('/admin/money/payouts')}>
              {overview.is_run_due ? describeDue(overview.run_day, today) : `Next run on ${formatDay(overview.run_day)}`},{' '}
              {count(overview.payable, 'student')}
            </Link>
          </Figure>
        )}
      </dl>
      {overview && (overview.unmatched + overview.refunds > 0 || openPayouts !== '') && (
        <ul className="row">
          {overview.unmatched > 0 && (
            <li>
              <Link to={href('/admin/money/queue')}>{count(overview.unmatched, 'unmatched sale')}</Link>
            </li>
          )}
          {overview.refunds > 0 && (
            <li>
              <a href="#refunds">{count(overview.refunds, 'refund')} to settle</a>
            </li>
          )}
          {openPayouts !== '' && (
            <li>
              <Link to={href('/admin/money/payouts')}>Payouts: {openPayouts}</Link>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
