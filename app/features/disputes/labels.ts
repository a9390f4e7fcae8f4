import { formatMoment } from '#app/platform/text/dates.ts'
import type { Dispute } from './admin.server.ts'

/** Reasons why a dispute is on Today (private.due_disputes). */
export const dueDisputes = {
  answer: 'the buyer’s bank disputes it',
  failed: 'Paystack refused your answer to a dispute',
  unclear: 'a dispute ended with an unclear result',
} as const

/** The address of Paystack's own page of disputes. */
export const PAYSTACK_DISPUTES = 'https://dashboard.paystack.com/#/disputes'

/** Describes a dispute's state in a sentence for the admin. */
export function describeDispute(dispute: Dispute): string {
  switch (dispute.state) {
    case 'lost':
      return 'The buyer has the money back. The books have the refund, and the file is closed.'
    case 'won':
      return 'The payment is valid. The share is released.'
    default:
      return describeOpen(dispute)
  }
}

function describeOpen({ is_unclear, response_state, answer, response_error, status, resolution, due_at }: Dispute): string {
  if (is_unclear) {
    return `Paystack says “${[status, resolution].filter(Boolean).join(', ')}”, which we cannot read. Look at its dashboard.`
  }
  if (response_state === 'given') {
    return 'We are sending your answer to Paystack.'
  }
  if (response_state === 'failed') {
    return `Paystack refused your answer (${response_error}). Try again, or answer in its dashboard.`
  }
  if (status === 'awaiting-bank-feedback' || response_state === 'sent') {
    return answer === 'accept' ? 'You accepted. Paystack sends the money back.' : 'You declined. The bank decides now.'
  }
  return due_at
    ? `Answer before ${formatMoment(due_at)} (Lagos). Without an answer the money goes back to the buyer.`
    : 'Answer soon. Without an answer the money goes back to the buyer.'
}
