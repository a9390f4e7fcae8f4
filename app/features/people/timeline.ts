import { href } from 'react-router'
import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { orderBadge } from '../orders/admin-labels.ts'
import { describeEmail } from '../outbox/labels.ts'
import type { EmailLine } from '../outbox/admin.server.ts'
import type { Person } from './queries.server.ts'

/** Something that happened, at a time; `to` is its page. */
export type TimelineEntry = { at: string; what: string; to?: string }

type PersonEvent = Person['events'][number]

const refundOutcomes: Record<string, string> = { processed: 'sent back', failed: 'could not be sent back' }
const disputeOutcomes: Record<string, string> = { won: ', which we won', lost: ', which we lost' }
const saleOutcomes: Record<string, string> = { reversed: ', reversed', refunded: ', refunded' }

/** The sentence about an event. `state` is '' where the event has none. */
const sentences: Record<PersonEvent['kind'], (title: string, money: string, state: string) => string> = {
  refund_asked: (title) => `Asked for a refund of ${title}`,
  refund: (title, money, state) => `${money} ${refundOutcomes[state] ?? 'is being sent back'} for ${title}`,
  dispute: (title, money, state) => `Disputed ${money} for ${title}${disputeOutcomes[state] ?? ''}`,
  'review.approved': (title) => `${title} approved`,
  'review.rejected': (title) => `${title} rejected`,
  'review.changes_asked': (title) => `We asked for changes to ${title}`,
  'review.reopened': (title) => `Decision on ${title} undone`,
  hold: (reason) => `Payouts held: ${reason}`,
  hold_ended: () => 'The hold on payouts ended',
  'account.blocked': (reason) => `Account blocked: ${reason}`,
  'account.unblocked': () => 'Account unblocked',
  message: (words) => `Wrote “${words}”`,
  reply: (words) => `We answered “${words}”`,
  sale: (title, money, state) => `Sale of ${title}, share ${money}${saleOutcomes[state] ?? ''}`,
}

/** The pages above those of the records; that of an order for all others. */
const recordPages: Partial<Record<PersonEvent['kind'], string>> = {
  sale: href('/admin/money/sales'),
  'review.approved': href('/admin/reviews'),
  'review.rejected': href('/admin/reviews'),
  'review.changes_asked': href('/admin/reviews'),
  'review.reopened': href('/admin/reviews'),
  message: href('/admin/people/messages'),
  reply: href('/admin/people/messages'),
}

/** Describes a refund, a dispute, a decision, a message, a sale or a hold, with its page. */
function describeEvent({ kind, at, title, record, amount_kobo, currency, state }: PersonEvent): TimelineEntry {
  if (kind === 'hold' || kind === 'hold_ended') {
    return { at, what: sentences[kind](title, '', ''), to: href('/admin/money/payouts') }
  }
  if (kind === 'account.blocked' || kind === 'account.unblocked') {
    return { at, what: sentences[kind](title, '', '') }
  }
  const what = sentences[kind](title, formatPaid(amount_kobo ?? 0, currency ?? 'NGN'), state ?? '')
  return { at, what, to: `${recordPages[kind] ?? href('/admin/money/orders')}/${record}` }
}

type Sources = {
  person: Person
  uploads: readonly { id: string; title: string; created_at: string }[]
  emails: readonly EmailLine[]
  /** When the account was created; null without one. */
  since: string | null
}

/**
 * Returns what happened with a student or a buyer, newest first: orders, refunds, disputes, payouts, sales, uploads,
 * decisions, messages, replies, other emails and notes.
 */
export function getTimeline({ person, uploads, emails, since }: Sources): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...person.orders.map((order) => ({
      at: order.paid_at ?? order.created_at,
      what:
        order.paid_at && order.paid_kobo !== null
          ? `Paid ${formatPaid(order.paid_kobo, order.paid_currency)} for ${order.title}`
          : `Ordered ${order.title}: ${orderBadge(order).label}`,
      to: href('/admin/money/orders/:id', { id: order.id }),
    })),
    ...person.events.map(describeEvent),
    ...person.payouts.flatMap(({ run_id, amount_kobo, created_at, paid_at, returned_at }) => {
      const to = href('/admin/money/payouts/:id', { id: run_id })
      return [
        { at: created_at, what: `Payout of ${formatKobo(amount_kobo)} confirmed`, to },
        ...(paid_at ? [{ at: paid_at, what: `Payout of ${formatKobo(amount_kobo)} paid`, to }] : []),
        ...(returned_at ? [{ at: returned_at, what: `Payout of ${formatKobo(amount_kobo)} came back`, to }] : []),
      ]
    }),
    ...uploads.map(({ id, title, created_at }) => ({
      at: created_at,
      what: `Uploaded ${title}`,
      to: href('/admin/reviews/:id', { id }),
    })),
    ...emails
      .filter(({ template }) => template !== 'message-answered')
      .map(({ template, sent_at, dead_at, created_at }) => ({
        at: sent_at ?? dead_at ?? created_at,
        what: `Email "${describeEmail(template)}" ${sent_at ? 'sent' : dead_at ? 'failed' : 'waits'}`,
      })),
    ...person.notes.map(({ author, created_at }) => ({ at: created_at, what: `Note by ${author}` })),
    ...(since === null ? [] : [{ at: since, what: 'Account created' }]),
  ]
  return entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
