import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { asSentence } from '#app/platform/text/strings.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { AdminLink } from '../console/admin-link.tsx'
import { Line } from '../console/admin-list.tsx'
import { formatTimes } from '../materials/sold.ts'
import { EndHold, HoldPayouts } from '../money/payout-hold.tsx'
import { isRefunded, orderBadge, refundStates } from '../orders/admin-labels.ts'
import type { EmailLine } from '../outbox/admin.server.ts'
import { EmailRow } from '../outbox/email-row.tsx'
import { statusBadge } from '../uploads/labels.ts'
import type { Person } from './queries.server.ts'
import type { TimelineEntry } from './timeline.ts'

type Order = Person['orders'][number]
type OrdersProps = {
  orders: readonly Order[]
  count: number
  email: string | null
  title?: string
  /** A form for an order, below its line. */
  renderAct?: (order: Order) => ReactNode
}

export function PersonOrders({ orders, count, email, title = 'Orders', renderAct }: OrdersProps) {
  return (
    <section className="stack" aria-labelledby="orders">
      <h2 id="orders">{title}</h2>
      {orders.length === 0 ? (
        <p className="small soft">Bought nothing yet.</p>
      ) : (
        <ul className="lines">
          {orders.map((order) => {
            const badge = orderBadge(order)
            const money = formatPaid(order.paid_kobo ?? order.amount_kobo, order.paid_currency)
            return (
              <li key={order.id} data-row>
                <Line
                  to={href('/admin/money/orders/:id', { id: order.id })}
                  name={order.title}
                  details={[
                    order.reference,
                    money,
                    order.refunded_kobo > 0 &&
                      !isRefunded(order) &&
                      `${formatPaid(order.refunded_kobo, order.paid_currency)} refunded`,
                    formatDay(order.paid_at ?? order.created_at),
                    order.paid_at && `downloaded ${formatTimes(order.downloads)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                >
                  {order.refund_state && !isRefunded(order) && (
                    <span className="badge pending">{refundStates[order.refund_state]}</span>
                  )}
                  <span className={`badge ${badge.look}`}>{badge.label}</span>
                </Line>
                {renderAct?.(order)}
              </li>
            )
          })}
        </ul>
      )}
      {count > orders.length && email && (
        <p>
          <Link to={`${href('/admin/money/orders')}?${new URLSearchParams({ search: email }).toString()}`}>
            All {count} orders
          </Link>
        </p>
      )}
    </section>
  )
}

type Upload = { id: string; title: string; upload_status: string; created_at: string }

/** The number of uploads that a section of the page lists. */
export const LISTED_UPLOADS = 10

export function PersonUploads({ uploads }: { uploads: readonly Upload[] }) {
  return (
    <section className="stack" aria-labelledby="works">
      <h2 id="works">Uploads</h2>
      {uploads.length === 0 ? (
        <p className="small soft">Sent nothing in yet.</p>
      ) : (
        <ul className="lines">
          {uploads.slice(0, LISTED_UPLOADS).map(({ id, title, upload_status, created_at }) => {
            const badge = statusBadge(upload_status)
            return (
              <li key={id} data-row>
                <Line to={href('/admin/reviews/:id', { id })} name={title} details={formatDay(created_at)}>
                  <span className={`badge ${badge.look}`}>
                    <Icon name={badge.icon} />
                    {badge.label}
                  </span>
                </Line>
              </li>
            )
          })}
        </ul>
      )}
      {uploads.length > LISTED_UPLOADS && (
        <p className="small soft">
          The newest {LISTED_UPLOADS} of {uploads.length}.
        </p>
      )}
    </section>
  )
}

type PayoutsProps = {
  person: Pick<Person, 'payouts' | 'hold'>
  /** The student's profile. */
  profile: string
  name: string
  result: ActionResult | undefined
}

/** The payouts of a student, and what holds them. */
export function PersonPayouts({ person: { payouts, hold }, profile, name, result }: PayoutsProps) {
  return (
    <section className="stack" aria-labelledby="payouts">
      <h2 id="payouts">Payouts</h2>
      {hold && (
        <div className="note stack">
          <p>
            {hold.is_return ? 'The bank returned a payout on' : 'Payouts are held since'} {formatDay(hold.created_at)}:{' '}
            {asSentence(hold.reason)}
          </p>
          <EndHold hold={hold.id} isReturn={hold.is_return} />
        </div>
      )}
      {payouts.length === 0 ? (
        <p className="small soft">No payouts yet.</p>
      ) : (
        <ul className="lines">
          {payouts.map(({ id, run_id, amount_kobo, created_at, paid_at, returned_at }) => (
            <li key={id} data-row>
              <Line
                to={href('/admin/money/payouts/:id', { id: run_id })}
                name={formatKobo(amount_kobo)}
                details={
                  returned_at
                    ? `came back ${formatDay(returned_at)}`
                    : paid_at
                      ? `paid ${formatDay(paid_at)}`
                      : formatDay(created_at)
                }
              >
                <span className={`badge ${returned_at ? 'rejected' : paid_at ? 'approved' : 'pending'}`}>
                  {returned_at ? 'came back' : paid_at ? 'paid' : 'on its way'}
                </span>
              </Line>
            </li>
          ))}
        </ul>
      )}
      {(!hold || hold.is_return) && <HoldPayouts id={profile} student={name} result={result} />}
    </section>
  )
}

/** `emails` is null if they could not be read. */
export function PersonEmails({ emails, title = 'Emails' }: { emails: readonly EmailLine[] | null; title?: string }) {
  return (
    <section className="stack" aria-labelledby="emails">
      <h2 id="emails">{title}</h2>
      {emails === null ? (
        <p className="note">They could not be read. Load the page again.</p>
      ) : emails.length === 0 ? (
        <p className="small soft">None in the last 30 days.</p>
      ) : (
        <ul className="lines">
          {emails.map((email) => (
            <li key={email.id} data-row>
              <EmailRow email={email} isNamed />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The number of entries that are shown before the older ones are unfolded. */
const NEWEST_ENTRIES = 20

/** The entries of a person's timeline, newest first. Older ones are folded. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const older = entries.slice(NEWEST_ENTRIES)
  return (
    <section className="stack" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <TimelineEntries entries={entries.slice(0, NEWEST_ENTRIES)} />
      {older.length > 0 && (
        <details className="older-entries">
          <summary>Older entries ({older.length})</summary>
          <TimelineEntries entries={older} />
        </details>
      )}
    </section>
  )
}

function TimelineEntries({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline small">
      {entries.map(({ at, what, to }) => (
        <li key={`${at} ${what} ${to ?? ''}`}>
          {to ? <AdminLink to={to}>{what}</AdminLink> : what}
          <br />
          <span className="soft">{formatMoment(at)}</span>
        </li>
      ))}
    </ol>
  )
}
