import { type Enums, enums } from '#app/services/database.ts'
import { formatDay, formatTime } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import type { SaleTotals } from './queries.server.ts'

/** The payment providers whose sales are recorded. */
export const providers = [
  { value: 'selar', label: 'Selar' },
  { value: 'paystack', label: 'Paystack' },
  { value: 'other', label: 'Cash, bank transfer or another' },
] as const

export const providerName = (provider: string) => providers.find(({ value }) => value === provider)?.label ?? provider

/** The ledger accounts: their names and the meaning of their balance. The balance of liabilities is negative. */
export const accounts = {
  provider: { label: 'With a provider or in cash', owed: false },
  bank: { label: 'In the bank', owed: false },
  fees: { label: 'Fees of provider and bank', owed: false },
  payouts_on_way: { label: 'Payouts on their way', owed: true },
  waiting: { label: 'Students, pending', owed: true },
  available: { label: 'Students, available', owed: true },
  refunds_owed: { label: 'Refunds owed to buyers', owed: true },
  platform: { label: 'Earned by Lamplight, before fees', owed: true },
} as const
export type AccountName = keyof typeof accounts

export const isAccount = (name: string | undefined): name is AccountName => name !== undefined && Object.hasOwn(accounts, name)

/** Returns the amount of a balance or line in kobo as pages and files show it: what is owed or earned has no minus. */
export const shownKobo = (account: AccountName, kobo: number) => (accounts[account].owed ? 0 - kobo : kobo)

/** Formats a balance; liabilities are shown without a minus. */
export const shownBalance = (account: AccountName, kobo: number) => signedKobo(shownKobo(account, kobo))

/** Formats kobo, with a minus if negative. */
export const signedKobo = (kobo: number) => (kobo < 0 ? `−${formatKobo(-kobo)}` : formatKobo(kobo))

/** The names of transactions by kind. */
export const kinds: Record<Enums['book_transaction_kind'], string> = {
  sale: 'Sale',
  clearing: 'Refund window closed',
  held: 'Held: the buyer’s bank disputes it',
  released: 'Free again: the dispute is over',
  refund: 'Refund',
  refund_paid: 'Buyer has the refund',
  reversal: 'Sale reversed',
  payout: 'Payout confirmed',
  payout_paid: 'Payout made',
  payout_returned: 'Payout returned',
  given_up: 'Given up with the account',
  settlement: 'Arrived from the provider',
  bank_charge: 'Charge of the bank',
}

export const sources: Record<Enums['sale_source'], string> = {
  hand: 'by hand',
  csv: 'from a file',
  hook: 'from an automation',
  provider: 'from the provider',
}

/** The numbers of payouts by their state; a state that none has may be absent. */
export type PayoutStates = Partial<Record<Enums['payout_state'], number>>

/** The predicates of one payout in a state, and of several. */
const payoutStates: Record<Enums['payout_state'], readonly [one: string, many: string]> = {
  paid: ['paid', 'paid'],
  returned: ['returned', 'returned'],
  code: ['waits for your code', 'wait for your code'],
  refused: ['not taken by Paystack', 'not taken by Paystack'],
  wrong: ['does not fit', 'do not fit'],
  to_send: ['to send', 'to send'],
  in_file: ['in the file for the bank', 'in the file for the bank'],
  sending: ['being sent', 'being sent'],
  on_way: ['on the way', 'on the way'],
}

/** Describes the states of payouts: 4 paid, 6 wait for your code. */
export function describeRun(states: PayoutStates): string {
  return enums.payout_state
    .flatMap((state) => {
      const payouts = states[state] ?? 0
      return payouts > 0 ? [`${payouts} ${payoutStates[state][payouts === 1 ? 0 : 1]}`] : []
    })
    .join(', ')
}

/** Describes what Paystack does with payouts that were sent to it, when some need an admin; null if none does. */
export function describeCodes({ code = 0, ...others }: PayoutStates): string | null {
  return code > 0
    ? `${capitalised(describeRun({ ...others, code }))}. Paystack sent you the ${code === 1 ? 'code' : 'codes'}: type ${code === 1 ? 'it' : 'them'} below.`
    : null
}

type SharedSale = { share_kobo: number; share_percent: number; share_basis: string; author_off_kobo: number }

/** Describes the student's share of a sale: ₦1,750: 50 % of the price. */
export function describeAuthorShare({ share_kobo, share_percent, share_basis, author_off_kobo }: SharedSale): string {
  const price = `${share_basis === 'net' ? 'price less the fee' : 'price'}${author_off_kobo > 0 ? ' without their code' : ''}`
  const less = author_off_kobo > 0 ? `, less ${formatKobo(author_off_kobo)} that it took off` : ''
  return `${formatKobo(share_kobo)}: ${share_percent} % of the ${price}${less}`
}

/** The states of a sale, each with the look of its badge. */
export const saleStates: Record<Enums['sale_state'], { label: string; look: string }> = {
  waiting: { label: 'pending', look: 'pending' },
  disputed: { label: 'disputed', look: 'pending' },
  available: { label: 'available', look: 'approved' },
  platform: { label: 'ours', look: '' },
  refunded: { label: 'refunded', look: 'rejected' },
  reversed: { label: 'reversed', look: 'rejected' },
}

/** The parts of the list of sales. */
export const saleParts = [
  { show: 'all', label: 'All' },
  { show: 'waiting', label: 'Pending' },
  { show: 'cleared', label: 'Available' },
  { show: 'ours', label: 'Ours' },
  { show: 'refunded', label: 'Refunded' },
] as const satisfies readonly { show: Enums['sale_filter']; label: string }[]

/** Returns the totals of a list of sales as a sentence, or undefined without sales. Samples are named where there are any. */
export function describeSaleTotals(totals: readonly SaleTotals[]): string | undefined {
  const sentences = totals.map(({ is_sample, sales, reversed, gross_kobo, share_kobo, refunded_kobo }) =>
    [
      `${sales.toLocaleString('en-NG')} ${is_sample ? 'sample ' : ''}${sales === 1 ? 'sale' : 'sales'}`,
      `${formatKobo(gross_kobo)} paid`,
      ...(share_kobo > 0 ? [`${formatKobo(share_kobo)} in shares`] : []),
      ...(refunded_kobo > 0 ? [`${formatKobo(refunded_kobo)} refunded`] : []),
      ...(reversed > 0 ? [`${reversed.toLocaleString('en-NG')} more reversed`] : []),
    ].join(', '),
  )
  return sentences.length > 0 ? sentences.join('; ') : undefined
}

/** Returns true if a sale was paid with a test key of Paystack: its share is never paid out (docs/decisions/0033). */
export const isTestSale = ({ is_sample, provider }: { is_sample: boolean; provider: string }) =>
  is_sample && provider === 'paystack'

type Blocked = { eligibility: Enums['payout_eligibility']; until: string | null; reason: string | null }

/** Returns why a run does not pay a student, in a sentence for the admin. */
export function describeBlocked({ eligibility, until, reason }: Blocked, minimumKobo: number): string {
  const sentence = eligibilityMessages[eligibility]
  switch (eligibility) {
    case 'bank_changed':
      return until ? `${sentence} Not before ${formatDay(until)}, ${formatTime(until)}.` : sentence
    case 'held':
    case 'returned':
      return `${sentence} ${reason ?? ''}`.trim()
    case 'minimum':
      return `Under the minimum of ${formatKobo(minimumKobo)}.`
    default:
      return sentence
  }
}

const eligibilityMessages: Record<Enums['payout_eligibility'], string> = {
  pay: 'Became due after the list was opened. A later run pays it.',
  debt: 'Owes us: a refund came after the payout. It comes off the next shares.',
  held: 'Held by an admin.',
  returned: 'The bank returned the last payout, and the bank details are still the same.',
  no_bank: 'No bank details.',
  bank_incomplete: 'The account number is not complete.',
  bank_changed: 'Bank details were changed a short while ago.',
  waiting: 'All of it is pending until the refund window closes.',
  minimum: 'Under the minimum.',
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** Returns the weekday of runs by its number, 1 for Monday. */
export const weekdayName = (number: number) => weekdays[number - 1] ?? 'Friday'
