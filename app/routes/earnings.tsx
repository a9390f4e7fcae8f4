import { HowItWorks } from '../features/earnings/how-it-works.tsx'
import { moneyRules, ownEarnings, ownStatement, shareHistory } from '../features/earnings/queries.server.ts'
import { StatementLines } from '../features/earnings/statement-lines.tsx'
import { payoutBlockedReason } from '../features/earnings/payout-blocked-reason.ts'
import { monthName, describeNext, describeEligibility } from '../features/earnings/labels.ts'
import { accountNumberWarning } from '../features/profiles/banks.ts'
import { masked, ownBankDetails, ownProfile } from '../features/profiles/queries.server.ts'
import { countOwnUploads } from '../features/uploads/queries.server.ts'
import { visitorClient } from '../platform/process/backend.server.ts'
import { formatKobo } from '../platform/text/money.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orLog } from '../platform/process/failures.server.ts'
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
  const before = Number(searchParams.get('before'))
  const visitor = visitorClient(context)
  // The reads run concurrently, because a backend may be far away.
  const [profile, rules, history] = await Promise.all([
    orUnavailable(context, ownProfile(user)),
    moneyRules(visitor),
    shareHistory(visitor).catch(orLog('Could not read the earlier rules of money', [])),
  ])
  if (!profile) {
    return {
      rules,
      history,
      approved: 0,
      paidTo: null,
      obstacles: [],
      next: null,
      sums: null,
      months: [],
      month,
      lines: [],
      older: null,
    }
  }
  const [uploads, bank, earnings, statement] = await orUnavailable(
    context,
    Promise.all([
      countOwnUploads(user, profile.id),
      ownBankDetails(user, profile.id),
      ownEarnings(user),
      ownStatement(user, { before: Number.isSafeInteger(before) && before > 0 ? before : null, month }),
    ]),
  )
  return {
    rules,
    history,
    approved: uploads.approved,
    paidTo: bank?.account_number ? `${bank.bank_name ?? ''} ${masked(bank.account_number)}`.trim() : null,
    obstacles: [
      describeEligibility(earnings, rules.minimumKobo),
      payoutBlockedReason(bank, new Date(), rules.holdHours),
      // Repeat the warning here, because the toast disappears after five seconds.
      bank?.account_number?.length === 10 ? accountNumberWarning(bank.bank_name ?? '', bank.account_number) : null,
    ].filter((response) => response !== null),
    next: describeNext(earnings),
    sums: earnings,
    months: earnings.months,
    month,
    lines: statement.lines,
    older: statement.next,
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Earnings', description: 'Each sale of your works, your share of it, and when it is paid.', index: false })

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { rules, history, approved, paidTo, obstacles, next, sums, months, month, lines, older } = loaderData
  const hasLines = months.length > 0
  return (
    <div className="narrow parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href="/dashboard">Dashboard</a>
        </nav>
        <h1>Earnings</h1>
        <p>
          <span className="big lit-up">{formatKobo(sums?.earned_kobo ?? 0)}</span> <span className="soft">earned so far</span>
        </p>
        {next && (
          <p className="note">
            <b>Your next payout:</b> {next}
          </p>
        )}
        {sums && hasLines && (
          <dl className="pairs">
            <Sum label="Waiting for the refund window" kobo={sums.pending_kobo} />
            {sums.test_kobo > 0 && <Sum label="Of this from tests, never paid out" kobo={sums.test_kobo} />}
            <Sum label={sums.available_kobo < 0 ? 'Deducted from your next earnings' : 'Available'} kobo={sums.available_kobo} />
            <Sum label="On its way to your bank" kobo={sums.on_way_kobo} />
            <Sum label="Paid out" kobo={sums.paid_kobo} />
          </dl>
        )}
      </div>
      <section className="stack" aria-labelledby="sales">
        <h2 id="sales">{month ? `Your statement of ${monthName(month)}` : 'Your statement'}</h2>
        {hasLines ? (
          <>
            <StatementLines lines={lines} />
            <p className="row">
              {older && (
                <a
                  className="btn"
                  href={`/dashboard/earnings?${new URLSearchParams({ ...(month ? { month } : {}), before: String(older) }).toString()}#sales`}
                >
                  Older lines
                </a>
              )}
              {month && (
                <a className="btn" href="/dashboard/earnings#sales">
                  All months
                </a>
              )}
              <a className="btn" href={`/dashboard/earnings/statement.csv${month ? `?month=${month}` : ''}`} download>
                As a file (CSV)
              </a>
            </p>
            <Months months={months} />
          </>
        ) : sums && sums.sales > 0 ? (
          <EmptyState
            title={sums.sales === 1 ? 'Sold once' : `Sold ${sums.sales} times`}
            hint="Your share of these sales was agreed as 0 %, so there is nothing to pay out."
          />
        ) : approved > 0 ? (
          <EmptyState
            title="No sales yet"
            hint="Your work is in the shop. Send its page to classmates who could use it as a guide."
          >
            <a className="btn" href="/marketplace">
              Browse Materials
            </a>
          </EmptyState>
        ) : (
          <EmptyState title="No sales yet" hint="They begin when a work of yours is approved and in the shop.">
            <a className="btn go" href="/upload-materials">
              Upload Materials
            </a>
          </EmptyState>
        )}
      </section>
      <section className="card stack" aria-labelledby="paid-to">
        <h2 id="paid-to">Where it is paid</h2>
        {paidTo && <p>{paidTo}</p>}
        {obstacles.map((response) => (
          <p key={response} className="note">
            {response}
          </p>
        ))}
        <p>
          <a className="btn" href="/dashboard?bank">
            {paidTo ? 'Change bank details' : 'Add bank details'}
          </a>
        </p>
      </section>
      <HowItWorks rules={rules} history={history} />
    </div>
  )
}

function Sum({ label, kobo }: { label: string; kobo: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatKobo(Math.abs(kobo))}</dd>
    </div>
  )
}

type Month = { month: string; earned_kobo: number | null; back_kobo: number | null; sent_kobo: number | null }

/** List of each month's earnings, refunds and payouts. */
function Months({ months }: { months: Month[] }) {
  return (
    <details className="card">
      <summary>
        <span>Month by month</span> <span>Show</span>
      </summary>
      <ul className="stack">
        {months.map(({ month, earned_kobo, back_kobo, sent_kobo }) => (
          <li key={month}>
            <a href={`/dashboard/earnings?month=${month}#sales`}>{monthName(month)}</a>:{' '}
            {[
              `${formatKobo(earned_kobo ?? 0)} earned`,
              back_kobo ? `${formatKobo(back_kobo)} reversed` : '',
              sent_kobo ? `${formatKobo(sent_kobo)} sent to your bank` : '',
            ]
              .filter((text) => text !== '')
              .join(', ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
