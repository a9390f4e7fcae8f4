import { data } from 'react-router'
import { HowItWorks } from '../features/earnings/how-it-works.tsx'
import { whyNotYet } from '../features/earnings/why-not-yet.ts'
import { doubtAbout } from '../features/profiles/banks.ts'
import { masked, ownBankDetails, ownProfile } from '../features/profiles/queries.server.ts'
import { countOwnUploads } from '../features/uploads/queries.server.ts'
import { formatNaira } from '../platform/text/money.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { personContext } from '../platform/session/session.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/earnings'

/** The statement. Sales and payouts are written down by the books; until there are any it says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (!person) {
    throw data('User not authenticated', { status: 401 })
  }
  const profile = await orUnavailable(context, ownProfile(person))
  const [uploads, bank] = profile
    ? await orUnavailable(context, Promise.all([countOwnUploads(person, profile.id), ownBankDetails(person, profile.id)]))
    : [{ approved: 0 }, null]
  return {
    earned: profile?.total_earnings ?? 0,
    approved: uploads.approved,
    paidTo: bank?.account_number ? `${bank.bank_name ?? ''} ${masked(bank.account_number)}`.trim() : null,
    obstacle: whyNotYet(bank, new Date()),
    // Repeats the warning here because the toast disappears after five seconds.
    doubt: bank?.account_number?.length === 10 ? doubtAbout(bank.bank_name ?? '', bank.account_number) : null,
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Earnings', description: 'Each sale of your works, your share of it, and when it is paid.', index: false })

export default function Earnings({ loaderData: { earned, approved, paidTo, obstacle, doubt } }: Route.ComponentProps) {
  return (
    <div className="narrow parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href="/dashboard">Dashboard</a>
        </nav>
        <h1>Earnings</h1>
        <p>
          <span className="big lit-up">{formatNaira(earned)}</span> <span className="soft">earned so far</span>
        </p>
      </div>
      <section aria-labelledby="sales">
        <h2 id="sales">Your sales</h2>
        {approved > 0 ? (
          <EmptyState
            title="No sales yet"
            hint="Your work is on the shelf. Send its page to classmates who could use it as a guide."
          >
            <a className="btn" href="/marketplace">
              Browse Materials
            </a>
          </EmptyState>
        ) : (
          <EmptyState title="No sales yet" hint="They begin when a work of yours is approved and on the shelf.">
            <a className="btn go" href="/upload-materials">
              Upload Materials
            </a>
          </EmptyState>
        )}
      </section>
      <section className="card stack" aria-labelledby="paid-to">
        <h2 id="paid-to">Where it is paid</h2>
        {paidTo && <p>{paidTo}</p>}
        {[obstacle, doubt].map(
          (said) =>
            said && (
              <p key={said} className="note">
                {said}
              </p>
            ),
        )}
        <p>
          <a className="btn" href="/dashboard?bank">
            {paidTo ? 'Change bank details' : 'Give bank details'}
          </a>
        </p>
      </section>
      <HowItWorks />
    </div>
  )
}
