import { formatDay, formatTime } from '#app/platform/text/dates.ts'

/**
 * Returns the reason that blocks a payout to these bank details, as a sentence, or null. `holdHours` is from the rules.
 */
export function payoutBlockedReason(
  bank: { account_number: string | null; bank_name: string | null; changed_at: string | null } | null,
  now: Date,
  holdHours: number,
): string | null {
  if (!bank?.account_number || !bank.bank_name) {
    return 'There are no bank details to pay to.'
  }
  if (bank.account_number.length < 10) {
    return `The account number has ${bank.account_number.length} digits; it needs 10.`
  }
  const until = bank.changed_at ? new Date(Date.parse(bank.changed_at) + holdHours * 3_600_000) : null
  return until && until > now
    ? `The bank details were changed a short while ago. For your safety we pay nothing to them before ${formatDay(until)}, ${formatTime(until)}.`
    : null
}
