import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { orderBadge } from '../orders/admin-labels.ts'
import { describeEmail } from '../outbox/labels.ts'
import type { EmailLine } from '../outbox/admin.server.ts'
import type { Person } from './queries.server.ts'

/** Something that happened, at a time; `to` is its page. */
export type TimelineEntry = { at: string; what: string; to?: string }

const MAX_ENTRIES = 30

type Sources = {
  person: Person
  uploads: readonly { id: string; title: string; created_at: string }[]
  emails: readonly EmailLine[]
  /** When the account was created; null without one. */
  since: string | null
}

/** Returns what happened with a student or a buyer, newest first: orders, payouts, uploads, emails and notes. */
export function getTimeline({ person, uploads, emails, since }: Sources): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...person.orders.map((order) => ({
      at: order.paid_at ?? order.created_at,
      what:
        order.paid_at && order.paid_kobo !== null
          ? `Paid ${formatPaid(order.paid_kobo, order.paid_currency)} for ${order.title}`
          : `Ordered ${order.title}: ${orderBadge(order).label}`,
      to: `/admin/money/orders/${order.id}`,
    })),
    ...person.payouts.flatMap(({ run_id, amount_kobo, created_at, paid_at, returned_at }) => {
      const to = `/admin/money/payouts/${run_id}`
      return [
        { at: created_at, what: `Payout of ${formatKobo(amount_kobo)} confirmed`, to },
        ...(paid_at ? [{ at: paid_at, what: `Payout of ${formatKobo(amount_kobo)} paid`, to }] : []),
        ...(returned_at ? [{ at: returned_at, what: `Payout of ${formatKobo(amount_kobo)} came back`, to }] : []),
      ]
    }),
    ...uploads.map(({ id, title, created_at }) => ({ at: created_at, what: `Uploaded ${title}`, to: `/admin/reviews/${id}` })),
    ...emails.map(({ template, sent_at, dead_at, created_at }) => ({
      at: sent_at ?? dead_at ?? created_at,
      what: `Email "${describeEmail(template)}" ${sent_at ? 'sent' : dead_at ? 'failed' : 'waits'}`,
    })),
    ...person.notes.map(({ author, created_at }) => ({ at: created_at, what: `Note by ${author}` })),
    ...(since === null ? [] : [{ at: since, what: 'Account created' }]),
  ]
  return entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MAX_ENTRIES)
}
