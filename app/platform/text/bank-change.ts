import { formatDay, formatTime } from './dates.ts'

/** Delay of payouts by a change of bank details, as the database returns it (private.bank_change_delay). */
export type BankChangeDelay = {
  /** Nothing is paid to the new account before this time. */
  until: string
  /** The payout day that passes in that time, or null if none does. */
  missed_day: string | null
  /** The first payout day that pays to the new account. */
  next_day: string
}

/** Describes until when a change of bank details delays payouts, in the same words on each page and in the email. */
export function describeBankChange({ until, missed_day, next_day }: BankChangeDelay): string {
  const rule = `For your safety we pay nothing to a new account before ${formatDay(until)}, ${formatTime(until)}.`
  return missed_day === null
    ? `${rule} The payout day on ${formatDay(next_day)} is not affected.`
    : `${rule} A payout due on ${formatDay(missed_day)} is delayed until ${formatDay(next_day)}.`
}
