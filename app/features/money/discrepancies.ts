import { formatKobo } from '#app/platform/text/money.ts'

type Difference = { kind: string; reference: string; ours_kobo: number; theirs_kobo: number }

/** The difference and its remedy, by kind (private.paystack_discrepancies). */
const kinds: Readonly<Record<string, { what: string; todo: string }>> = {
  payment_unknown: {
    what: 'Paystack has a payment that is no order of ours',
    todo: 'Look in Paystack’s dashboard who paid for what. Write the sale down by hand, or give the money back there.',
  },
  payment_not_recorded: {
    what: 'Paystack has a payment that our order does not know',
    todo: 'We asked Paystack again. If it stays, open the order.',
  },
  payment_amount: {
    what: 'Paystack has another amount than our order or its sale',
    todo: 'Compare both with Paystack’s dashboard, and note the difference in the overview of Money.',
  },
  refund_not_recorded: {
    what: 'Paystack gave the money back, and our order does not know',
    todo: 'We asked Paystack again. If it stays, open the order.',
  },
  partial_refund_not_recorded: {
    what: 'Paystack gave a part of the money back, and our order does not know',
    todo: 'We asked Paystack for its refunds. If it stays, open the order.',
  },
  refund_not_there: {
    what: 'Our order says that the money is back, and Paystack does not',
    todo: 'Look at the refund in Paystack’s dashboard, and ask them.',
  },
  fee: {
    what: 'Paystack took another fee than the sale says',
    todo: 'Note the difference as a charge in the overview of Money.',
  },
  sale_reversed: {
    what: 'The sale was reversed, and Paystack has the payment',
    todo: 'Write the sale down again, or give the money back to the buyer in the order.',
  },
  payment_not_there: {
    what: 'Our order is paid, and Paystack does not have the payment',
    todo: 'Look in Paystack’s dashboard. If it is not there either, close the order and ask Paystack.',
  },
  sale_not_there: {
    what: 'A sale says Paystack, and Paystack does not have it',
    todo: 'Perhaps another provider was meant. Take the sale back and write it down again.',
  },
  transfer_unknown: {
    what: 'Paystack made a transfer that is no payout of ours',
    todo: 'Ask who of you made it in Paystack’s dashboard.',
  },
  transfer_not_recorded: {
    what: 'Paystack made a transfer that our payout does not know',
    todo: 'We asked Paystack again. If it stays, look at the run before anything is paid again.',
  },
  transfer_reversal_not_recorded: {
    what: 'Paystack did not make, or took back, a transfer that we have as made',
    todo: 'We asked Paystack again. If it stays, look at the run.',
  },
  transfer_not_there: {
    what: 'We have a transfer as made, and Paystack does not have it',
    todo: 'Look in Paystack’s dashboard, and ask the student whether the money came.',
  },
  transfer_amount: {
    what: 'Paystack made a transfer of another amount than our payout',
    todo: 'Ask Paystack before the next run.',
  },
}

/** Describes a difference in a sentence, to the kobo. */
export function describeDiscrepancy({ kind, reference, ours_kobo, theirs_kobo }: Difference): string {
  const what = kinds[kind]?.what ?? kind
  const amounts = `ours ${formatKobo(ours_kobo)}, Paystack's ${formatKobo(theirs_kobo)}`
  return `${what}: ${reference}, ${amounts}`
}

/** Returns the remedy for a kind of difference. */
export const whatToDo = (kind: string): string => kinds[kind]?.todo ?? ''

/** Returns the page of our own record, or null if only Paystack has one. */
export function getRecord(kind: string, subject: string | null): string | null {
  if (subject === null || kind.startsWith('transfer')) {
    return null
  }
  return kind === 'sale_not_there' ? `/admin/money/sales/${subject}` : `/admin/money/orders/${subject}`
}
