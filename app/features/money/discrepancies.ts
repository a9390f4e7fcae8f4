import { href } from 'react-router'
import type { Enums } from '#app/services/database.ts'
import { formatKobo } from '#app/platform/text/money.ts'

type Kind = Enums['discrepancy_kind']
type Difference = { kind: Kind; reference: string; ours_kobo: number; theirs_kobo: number }

/** The difference and its remedy, by kind (private.paystack_discrepancies). */
const kinds: Record<Kind, { what: string; todo: string }> = {
  payment_unknown: {
    what: 'Paystack has a payment that matches no order',
    todo: 'Look in Paystack’s dashboard who paid for what. Record the sale by hand, or refund it there.',
  },
  payment_not_recorded: {
    what: 'Paystack has a payment that our order does not show',
    todo: 'We are checking with Paystack again. If it remains, open the order.',
  },
  payment_amount: {
    what: 'Paystack has a different amount than our order or its sale',
    todo: 'Compare both with Paystack’s dashboard, and record the difference under Books.',
  },
  refund_not_recorded: {
    what: 'Paystack refunded the payment, but our order does not show it',
    todo: 'We are checking with Paystack again. If it remains, open the order.',
  },
  partial_refund_not_recorded: {
    what: 'Paystack refunded a part, but our order does not show it',
    todo: 'We are checking Paystack’s refunds. If it remains, open the order.',
  },
  refund_not_there: {
    what: 'Our order is refunded, but Paystack has no refund',
    todo: 'Look at the refund in Paystack’s dashboard, and ask them.',
  },
  fee: {
    what: 'Paystack’s fee differs from the fee of the sale',
    todo: 'Record the difference as a charge under Books.',
  },
  sale_reversed: {
    what: 'The sale was reversed, but Paystack has the payment',
    todo: 'Record the sale again, or refund the buyer in the order.',
  },
  payment_not_there: {
    what: 'Our order is paid, but Paystack does not have the payment',
    todo: 'Look in Paystack’s dashboard. If it is not there either, close the order and ask Paystack.',
  },
  sale_not_there: {
    what: 'A sale names Paystack, but Paystack does not have it',
    todo: 'Another provider may have been meant. Reverse the sale and record it again.',
  },
  transfer_unknown: {
    what: 'Paystack made a transfer that matches no payout',
    todo: 'Find out who made it in Paystack’s dashboard.',
  },
  transfer_not_recorded: {
    what: 'Paystack made a transfer that our payout does not show',
    todo: 'We are checking with Paystack again. If it remains, look at the run before anything is paid again.',
  },
  transfer_reversal_not_recorded: {
    what: 'Paystack did not make, or reversed, a transfer that we recorded as made',
    todo: 'We are checking with Paystack again. If it remains, look at the run.',
  },
  transfer_not_there: {
    what: 'We recorded a transfer that Paystack does not have',
    todo: 'Look in Paystack’s dashboard, and ask the student whether the money arrived.',
  },
  transfer_amount: {
    what: 'Paystack made a transfer of a different amount than our payout',
    todo: 'Ask Paystack before the next run.',
  },
}

/** Describes a difference in a sentence, to the kobo. */
export function describeDiscrepancy({ kind, reference, ours_kobo, theirs_kobo }: Difference): string {
  const amounts = `ours ${formatKobo(ours_kobo)}, Paystack's ${formatKobo(theirs_kobo)}`
  return `${kinds[kind].what}: ${reference}, ${amounts}`
}

/** Returns the remedy for a kind of difference. */
export const whatToDo = (kind: Kind): string => kinds[kind].todo

/** Returns the page of our own record, or null if only Paystack has one. */
export function getRecord(kind: Kind, subject: string | null): string | null {
  if (subject === null || kind.startsWith('transfer')) {
    return null
  }
  return kind === 'sale_not_there'
    ? href('/admin/money/sales/:id', { id: subject })
    : href('/admin/money/orders/:id', { id: subject })
}
