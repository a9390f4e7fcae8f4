import { href } from 'react-router'
import { EarningsChart } from '../features/earnings/earnings-chart.tsx'
import { HowItWorks } from '../features/earnings/how-it-works.tsx'
import { getMoneyParts, MoneyBar } from '../features/earnings/money-bar.tsx'
import { MonthsTable } from '../features/earnings/months-table.tsx'
import { NextPayout } from '../features/earnings/next-payout.tsx'
import { moneyRules, ownEarnings, ownStatement, shareHistory } from '../features/earnings/queries.server.ts'
import { StatementLines } from '../features/earnings/statement-lines.tsx'
import { describePayout } from '../features/earnings/describe-payout.server.ts'
import { describeNoSales, describeTestMoney, monthName } from '../features/earnings/labels.ts'
import { describeUnconfirmed } from '../features/profiles/account-holder.ts'
import { accountNumberWarning } from '../features/profiles/banks.ts'
import { ownAccountHolder } from '../features/profiles/save-bank-details.server.ts'
import { ownBankDetails, ownProfile } from '../features/profiles/queries.server.ts'
import { settings } from '../features/settings/queries.server.ts'
import { countOwnUploads } from '../features/uploads/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/earnings'

/**
 * Loads the statement: the user's own sums, the next payout or the reason why there is none, and the lines that add up
 * to the balance.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('month') ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : null
  const now = dayInLagos(new Date()).slice(0, 7)
  const before = Number(searchParams.get('before'))
  const visitor = visitorClient(context)
  // The reads run concurrently, because a backend may be far away.
  const [profile, rules, history, { student_codes }] = await Promise.all([
    orUnavailable(context, ownProfile(user)),
    moneyRules(visitor),
    shareHistory(visitor).catch(orLog('Could not read the earlier rules of money', [])),
    settings(visitor, 'orders'),
  ])
  if (!profile) {
    return {
      rules,
      history,
      approved: 0,
      payout: describePayout({ earnings: null, bank: null, rules, now: new Date() }),
      sums: null,
      now,
      month,
      lines: [],
      older: null,
      hasCodes: false,
    }
  }
  const [uploads, bank, holder, earnings, statement] = await orUnavailable(
    context,
    Promise.all([
      countOwnUploads(user, profile.id),
      ownBankDetails(user, profile.id),
      ownAccountHolder(user, profile.id),
      ownEarnings(user),
      ownStatement(user, { before: Number.isSafeInteger(before) && before > 0 ? before : null, month }),
    ]),
  )
  const payout = describePayout({ earnings, bank, rules, now: new Date() })
  const unconfirmed = describeUnconfirmed(bank?.account_number, holder)
  // Repeat the warning here, because the toast disappears after five seconds. An account that the bank knows needs none.
  const warning = unconfirmed && accountNumberWarning(bank?.bank_name ?? '', bank?.account_number ?? '')
  const obstacles = [...payout.obstacles, ...(warning ? [warning] : [])]
  return {
    rules,
    history,
    approved: uploads.approved,
    payout: {
      ...payout,
      account: payout.account && [payout.account, unconfirmed].filter(Boolean).join(' · '),
      obstacles,
    },
    sums: earnings,
    now,
    month,
    lines: statement.lines,
    older: statement.next,
    hasCodes: student_codes === 'on',
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Earnings', description: 'Each sale of your works, your share of it, and when it is paid.', index: false })

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { rules, history, approved, payout, sums, now, month, lines, older, hasCodes } = loaderData
  const hasLines = sums !== null && sums.months.length > 0
  const testMoney = sums && describeTestMoney(sums)
  return (
    <div className="earnings parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href={href('/dashboard')}>Dashboard</a>
        </nav>
        <h1>Earnings</h1>
      </div>
      <NextPayout {...payout} />
      {hasLines ? (
        <>
          <section className="stack" aria-labelledby="earned">
            <h2 id="earned">{formatKobo(sums.earned_kobo)} earned so far</h2>
            <MoneyBar {...getMoneyParts(sums)} />
            {testMoney && <p className="small soft">{testMoney}</p>}
          </section>
          <section className="stack" aria-labelledby="by-month">
            <h2 id="by-month">Earnings by month</h2>
            <EarningsChart months={sums.months} now={now} />
            <MonthsTable months={sums.months} />
          </section>
          <section className="stack" aria-labelledby="sales">
            <h2 id="sales">{month ? `Your statement of ${monthName(month)}` : 'Your statement'}</h2>
            <StatementLines lines={lines} months={sums.months} />
            <p className="row">
              {older && (
                <a
                  className="btn"
                  href={`${href('/dashboard/earnings')}?${new URLSearchParams({ ...(month ? { month } : {}), before: String(older) }).toString()}#sales`}
                >
                  Older lines
                </a>
              )}
              {month && (
                <a className="btn" href={`${href('/dashboard/earnings')}#sales`}>
                  All months
                </a>
              )}
              <a className="btn" href={`${href('/dashboard/earnings/statement.csv')}${month ? `?month=${month}` : ''}`} download>
                As a file (CSV)
              </a>
            </p>
          </section>
        </>
      ) : (
        <NoSales sales={sums?.sales ?? 0} approved={approved} />
      )}
      {hasCodes && (
        <p>
          <a href={href('/dashboard/discount-codes')}>Your discount codes</a> make your works cheaper for people you choose.
        </p>
      )}
      <HowItWorks rules={rules} history={history} />
    </div>
  )
}

/** Says why there is no statement yet. */
function NoSales({ sales, approved }: { sales: number; approved: number }) {
  const { title, text } = describeNoSales(sales, approved)
  return (
    <EmptyState title={title} hint={text}>
      {sales === 0 &&
        (approved > 0 ? (
          <a className="btn" href={href('/marketplace')}>
            Browse Materials
          </a>
        ) : (
          <a className="btn go" href={href('/upload-materials')}>
            Upload Materials
          </a>
        ))}
    </EmptyState>
  )
}
