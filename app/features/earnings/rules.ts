/* The rules of refunds and payouts, for every page that states them (SPEC 9: the 7-day window, 50%). They are rows
   of `book_rules`, which admins change under Money, Rules; the initial ones here are used if the backend cannot be
   read. Texts refer to them by placeholders: {refund_days}, {payout_day}, {minimum}, {hold_hours}, {share} (50%),
   {half} and {Half} (the same as a word where it is one), {share_of}. */
import { formatKobo } from '#app/platform/text/money.ts'

export type MoneyRules = {
  /** Days after paying in which a buyer may request a refund; until then the share of a sale is pending. */
  refundDays: number
  /** The day of the week on which payouts are sent. */
  payoutDay: string
  /** The minimum payout in kobo. */
  minimumKobo: number
  /**
   * Hours after a change of bank details in which nothing is paid to them, so that the account's owner has time to read
   * the email.
   */
  holdHours: number
  /** The student's share of each sale in percent, unless another one was agreed for a work. */
  sharePercent: number
  /** A class rep's part of the price in percent, unless another one was agreed with the rep. */
  repPercent: number
  /** The basis of a share: the price, or the price less the provider's fee. */
  shareBasis: 'gross' | 'net'
  /** The provider's fee of a sale in hundredths of a percent, and its fixed part in kobo. */
  feeHundredths: number
  feeFixedKobo: number
}

export const firstRules: MoneyRules = {
  refundDays: 7,
  payoutDay: 'Friday',
  minimumKobo: 200_000,
  holdHours: 48,
  sharePercent: 50,
  repPercent: 10,
  shareBasis: 'gross',
  feeHundredths: 400,
  feeFixedKobo: 5000,
}

/** The rights of a buyer who is not satisfied, in one sentence for all pages. */
const refundRule =
  'If you are not satisfied with a material, tell us why within {refund_days} days of paying, and we correct the problem or refund you.'

/** Returns that sentence with the days of the rule. */
export const getRefundRule = (rules: MoneyRules) => withRules(refundRule, rules)

const getPart = (basis: MoneyRules['shareBasis']) => (basis === 'net' ? 'of the price less the payment fee' : 'of the price')

/** Describes a share, such as 50% of the price. */
export const shareWords = (percent: number, basis: MoneyRules['shareBasis']) => `${percent}% ${getPart(basis)}`

/** Fills in a text's placeholders. Unknown placeholders remain. */
export function withRules(text: string, rules: MoneyRules): string {
  const response: Record<string, string> = {
    refund_rule: refundRule,
    refund_days: String(rules.refundDays),
    payout_day: rules.payoutDay,
    minimum: formatKobo(rules.minimumKobo),
    hold_hours: String(rules.holdHours),
    share: `${rules.sharePercent}%`,
    half: rules.sharePercent === 50 ? 'half' : `${rules.sharePercent}%`,
    Half: rules.sharePercent === 50 ? 'Half' : `${rules.sharePercent}%`,
    share_of: getPart(rules.shareBasis),
  }
  const fill = (input: string) => input.replaceAll(/\{(\w+)\}/g, (whole, name: string) => response[name] ?? whole)
  return fill(fill(text))
}

/**
 * Returns an example of one sale at this price, in kobo: the fee that a net share pays for, Lamplight's part, and the
 * student's.
 */
export function getExample(priceKobo: number, rules: MoneyRules): { fee: number; platform: number; student: number } {
  const fee =
    rules.shareBasis === 'net'
      ? Math.min(priceKobo, Math.floor((priceKobo * rules.feeHundredths) / 10_000) + rules.feeFixedKobo)
      : 0
  const student = Math.floor(((priceKobo - fee) * rules.sharePercent) / 100)
  return { fee, platform: priceKobo - fee - student, student }
}
