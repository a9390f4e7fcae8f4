import type { Enums } from '#app/services/database.ts'
import { formatKobo } from '#app/platform/text/money.ts'

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

type DueTransfer = { what: 'otp' | 'refused' | 'wrong'; transfers: number; amount_kobo: number; student: string }

/** Describes what transfers need of an admin: 6 transfers wait for your code. */
export function describeDueTransfer({ what, transfers, amount_kobo, student }: DueTransfer): string {
  const payout = `${formatKobo(amount_kobo)} to ${student || 'a student'}`
  switch (what) {
    case 'otp':
      return transfers === 1 ? 'One transfer waits for your code' : `${transfers} transfers wait for your code`
    case 'refused':
      return `${payout} was not taken by Paystack, so nothing was sent`
    default:
      return `${payout} does not fit the payout`
  }
}
