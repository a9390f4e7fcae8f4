import type { Enums } from '#app/services/database.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import type { OrderTotals } from './admin.server.ts'

/** The states of orders, as badges. */
const orderStates: Record<Enums['order_state'], { label: string; look: string }> = {
  pending: { label: 'not decided', look: 'pending' },
  failed: { label: 'failed', look: '' },
  abandoned: { label: 'not finished', look: '' },
  paid: { label: 'paid', look: 'approved' },
  wrong: { label: 'wrong payment', look: 'rejected' },
  revoked: { label: 'closed', look: 'rejected' },
}

type Refundable = {
  state: Enums['order_state']
  refund_state: Enums['refund_state'] | null
  refunded_kobo?: number
  paid_kobo?: number | null
}

/** Returns true if all of a payment went back, so that no action on the order applies any more. */
export function isRefunded({ refund_state, refunded_kobo = 0, paid_kobo }: Refundable): boolean {
  return refund_state === 'processed' || (Boolean(paid_kobo) && refunded_kobo >= (paid_kobo ?? 0))
}

/** Returns true if the link of an order can be emailed again. */
export const canResend = (order: Refundable & { email: string }): boolean =>
  order.state === 'paid' && order.email !== '' && !isRefunded(order)

/** Returns the badge of an order: of its refund, or else of its state. */
export function orderBadge(order: Refundable): { label: string; look: string } {
  return isRefunded(order) ? { label: 'refunded', look: 'rejected' } : orderStates[order.state]
}

/** The states of refunds, in words. */
export const refundStates: Record<Enums['refund_state'], string> = {
  asked: 'refund requested',
  refused: 'refund declined',
  agreed: 'refund approved, being sent to Paystack',
  sent: 'refund on its way',
  partial: 'refunded in part',
  processed: 'refunded',
  failed: 'refund failed: Paystack wants you to act',
}

/** The states of payment disputes, as badges. */
export const disputeStates: Record<Enums['dispute_state'], string> = {
  open: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
}

/** Reasons why an order is on Today (private.due_orders). */
export const describeDue: Record<Enums['order_due'], string> = {
  refund_asked: 'wants a refund',
  refund_failed: 'the refund failed at Paystack',
  refunded_outside: 'was refunded in Paystack’s dashboard',
  refunded_too_much: 'got more money back than was paid',
  wrong_amount: 'paid another amount',
  wrong_currency: 'paid in another currency',
  wrong_domain: 'paid with test money',
  twice: 'paid twice for the same work',
}

/** The parts of the list of orders. 'due' are those that need an admin. */
export const orderParts = [
  { show: 'all', label: 'All' },
  { show: 'due', label: 'To decide' },
  { show: 'paid', label: 'Paid' },
  { show: 'refunded', label: 'Refunded' },
  { show: 'unfinished', label: 'Not finished' },
] as const satisfies readonly { show: Enums['order_filter']; label: string }[]

/** Returns the totals of a list as a sentence, or undefined without orders. Test money is named where there is any. */
export function describeOrderTotals(totals: readonly OrderTotals[]): string | undefined {
  const sentences = totals.map(({ domain, orders, paid_kobo, refunded_kobo }) =>
    [
      `${orders.toLocaleString('en-NG')} ${domain === 'test' ? 'test ' : ''}${orders === 1 ? 'order' : 'orders'}`,
      `${formatKobo(paid_kobo)} paid`,
      ...(refunded_kobo > 0 ? [`${formatKobo(refunded_kobo)} refunded`] : []),
    ].join(', '),
  )
  return sentences.length > 0 ? sentences.join('; ') : undefined
}
