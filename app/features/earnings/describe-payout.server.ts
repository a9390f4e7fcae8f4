import { formatKobo } from '#app/platform/text/money.ts'
import { type BankDetails, masked } from '../profiles/queries.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { describeEligibility, describeNextDay } from './labels.ts'
import { payoutBlockedReason } from './payout-blocked-reason.ts'
import type { Earnings } from './queries.server.ts'
import { type MoneyRules, withRules } from './rules.ts'

/** The next payout as its student reads it. */
export type PayoutWords = {
  /** The amount, or null without a planned payout. */
  amount: string | null
  /** The day, or that no payout is planned. */
  heading: string
  /** Why the amount is more than what is available today, or null. */
  sum: string | null
  /** The account that it goes to, or null without bank details. */
  account: string | null
  /** Why nothing is paid yet, and warnings about the bank details. */
  obstacles: string[]
  rule: string
  /** A sentence about the delay of payouts by a change of bank details. */
  change: string
}

type Facts = {
  /** Null for an account without a profile. */
  earnings: Pick<Earnings, 'next' | 'eligibility' | 'available_kobo'> | null
  bank: Pick<BankDetails, 'bank_name' | 'account_number' | 'changed_at'> | null
  rules: MoneyRules
  now: Date
}

/** Describes the next payout, or why none is planned. */
export function describePayout({ earnings, bank, rules, now }: Facts): PayoutWords {
  const next = earnings?.next ?? null
  const account = describeAccount(bank)
  return {
    amount: next && formatKobo(next.kobo),
    heading: next ? describeHeading(next) : 'No payout is planned yet',
    sum: earnings && describeSum(earnings),
    account: account && `To ${account}${next ? ', unless you change your bank details.' : ''}`,
    obstacles: earnings
      ? [
          next?.is_late ? 'This payout is late. You need not do anything: it is in the next run.' : null,
          describeEligibility(earnings, rules.minimumKobo),
          payoutBlockedReason(bank, now, rules.holdHours),
        ].filter((reason) => reason !== null)
      : [],
    rule: withRules('Payouts go out on {payout_day}s, from {minimum} on.', rules),
    change: withRules('It delays your pay: we pay nothing to a new account for {hold_hours} hours.', rules),
  }
}

/** Returns the day of the next payout as a heading: 4 Dec 2026, or Due since 27 Nov 2026. */
function describeHeading(next: NonNullable<Earnings['next']>): string {
  return next.is_late ? capitalised(describeNextDay(next)) : formatDay(next.day)
}

/** Explains a payout that is more than the available money: the rest becomes available before its day. */
function describeSum({ next, available_kobo }: Pick<Earnings, 'next' | 'available_kobo'>): string | null {
  const more = next ? next.kobo - Math.max(0, available_kobo) : 0
  return more > 0
    ? `${formatKobo(Math.max(0, available_kobo))} is yours today. The other ${formatKobo(more)} becomes yours by then, when its buyers can no longer ask for a refund.`
    : null
}

/** Returns the bank and the masked number of an account, or null without a number. */
export function describeAccount(bank: Pick<BankDetails, 'bank_name' | 'account_number'> | null): string | null {
  return bank?.account_number ? `${bank.bank_name ?? ''} ${masked(bank.account_number)}`.trim() : null
}
