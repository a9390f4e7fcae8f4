/** The states of a transfer, as badges. */
export const transferStates: Readonly<Record<string, { label: string; look: string }>> = {
  prepared: { label: 'being sent', look: 'pending' },
  sending: { label: 'being sent', look: 'pending' },
  otp: { label: 'waits for your code', look: 'pending' },
  pending: { label: 'on its way', look: 'pending' },
  refused: { label: 'not taken by Paystack', look: 'rejected' },
  success: { label: 'made', look: 'approved' },
  failed: { label: 'not made', look: 'rejected' },
  wrong: { label: 'does not fit', look: 'rejected' },
}

/** Paystack's reports that do not fit a payout (private.settle_transfer). */
export const describeWrong: Readonly<Record<string, string>> = {
  amount: 'Paystack says another amount.',
  currency: 'Paystack says another currency.',
  domain: 'Paystack says that it was made with another kind of key.',
  paid_after_return: 'Paystack says that it was made, although it was returned before. Perhaps it is paid twice.',
}

/** Reasons why a transfer is on Today. */
export const transferDue: Readonly<Record<string, string>> = {
  otp: 'waits for the code that Paystack sent you',
  refused: 'was not taken by Paystack, so nothing was sent',
  wrong: 'does not fit the payout',
}
