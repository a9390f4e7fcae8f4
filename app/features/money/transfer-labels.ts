import type { Enums } from '#app/services/database.ts'

type State = Enums['transfer_state']

/** The states of a transfer, as badges. */
export const transferStates: Record<State, { label: string; look: string }> = {
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
const faults: Record<Enums['transfer_fault'], string> = {
  amount: 'Paystack says another amount.',
  currency: 'Paystack says another currency.',
  domain: 'Paystack says that it was made with another kind of key.',
  paid_after_return: 'Paystack says that it was made, although it was returned before. Perhaps it is paid twice.',
}

const isFault = (reason: string): reason is keyof typeof faults => Object.hasOwn(faults, reason)
/** Describes why a transfer is wrong: its reason is a fault, or else Paystack's words. */
export const describeWrong = (reason: string) => (isFault(reason) ? faults[reason] : reason)

/** Reasons why a transfer is on Today. */
export const transferDue: Record<Extract<State, 'otp' | 'refused' | 'wrong'>, string> = {
  otp: 'waits for the code that Paystack sent you',
  refused: 'was not taken by Paystack, so nothing was sent',
  wrong: 'does not fit the payout',
}
