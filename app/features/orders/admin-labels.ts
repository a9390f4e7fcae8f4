/** The states of orders, as badges. */
export const orderStates: Readonly<Record<string, { label: string; look: string }>> = {
  pending: { label: 'not decided', look: 'pending' },
  failed: { label: 'failed', look: '' },
  abandoned: { label: 'not finished', look: '' },
  paid: { label: 'paid', look: 'approved' },
  wrong: { label: 'wrong payment', look: 'rejected' },
  revoked: { label: 'closed', look: 'rejected' },
}

/** The states of refunds, in words. */
export const refundStates: Readonly<Record<string, string>> = {
  asked: 'money back asked for',
  refused: 'money back refused',
  agreed: 'money back agreed, Paystack is asked',
  sent: 'money on its way back',
  processed: 'money is back',
  failed: 'money back failed: Paystack wants you to act',
}

/** The states of payment disputes, as badges. */
export const disputeStates: Readonly<Record<string, string>> = {
  open: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
}

/** Reasons why an order is on Today (private.due_orders). */
export const describeDue: Readonly<Record<string, string>> = {
  refund_asked: 'wants the money back',
  refund_failed: 'the refund failed at Paystack',
  refunded_outside: 'was refunded in Paystack’s dashboard',
  refunded_too_much: 'got more money back than was paid',
  wrong_amount: 'paid another amount',
  wrong_currency: 'paid in another currency',
  wrong_domain: 'paid with test money',
  twice: 'paid twice for the same work',
}
