import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { asSentence } from '#app/platform/text/strings.ts'
import { formatTimes } from '../materials/sold.ts'
import type { Earnings, StatementLine } from './queries.server.ts'

/** Formats a month (2026-11) as November 2026. */
export const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'Africa/Lagos' }).format(
    new Date(`${month}-15T12:00:00+01:00`),
  )

const short = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** Formats a month (2026-09) as Sep. */
export const shortMonth = (month: string) => short.format(new Date(`${month}-15T00:00:00Z`)).replace('Sept', 'Sep')

/** Formats a month (2026-09) as Sep 2026. */
export const shortMonthName = (month: string) => `${shortMonth(month)} ${month.slice(0, 4)}`

/** Formats kobo with a sign: the amount that a line adds to the balance or subtracts from it. */
export const withSign = (kobo: number) => (kobo < 0 ? `−${formatKobo(-kobo)}` : `+${formatKobo(kobo)}`)

/**
 * Describes a share of what was paid: 50% of ₦3,500; of a class rep's, also that it came by their link; with a discount
 * code also the price.
 */
export function describeShare(line: StatementLine): string {
  const { gross_kobo, list_kobo, author_off_kobo, share_percent, share_basis, by_link } = line
  const part = share_basis === 'net' ? ' less the payment fee' : by_link ? ' by your class link' : ''
  if (author_off_kobo) {
    const price = formatKobo(gross_kobo + author_off_kobo)
    return `${share_percent}% of ${price}${part}, less ${formatKobo(author_off_kobo)} that your code took off`
  }
  const share = `${share_percent}% of ${formatKobo(gross_kobo)}${part}`
  return list_kobo === null ? share : `${share} · sold with a code: ${formatKobo(gross_kobo)} of ${formatKobo(list_kobo)}`
}

const account = ({ bank_name, last_four }: StatementLine) =>
  last_four ? `${bank_name ?? ''} ••••••${last_four}`.trim() : 'your account'

/** Returns the name of a statement line. */
export function lineName(line: StatementLine): string {
  switch (line.kind) {
    case 'sale':
      return line.title
    case 'refund':
      return `Refund: ${line.title}`
    case 'reversal':
      return `Reversed: ${line.title}`
    case 'payout':
      return `Payout to ${account(line)}`
    case 'payout_returned':
      return `Returned from ${account(line)}`
    default:
      return 'Given up'
  }
}

/**
 * Describes a line's day. A sale may be imported days after the buyer paid, and the lines are in the order in which they
 * were recorded.
 */
export function describeDay({ kind, booked_at, paid_at }: Pick<StatementLine, 'kind' | 'booked_at' | 'paid_at'>): string {
  const booked = formatDay(booked_at)
  if (kind !== 'sale') {
    return booked
  }
  const sold = formatDay(paid_at)
  return sold === booked ? `Sold ${sold}` : `Recorded ${booked}, sold ${sold}`
}

/** Describes a line's state: when a share clears, when it is paid or why it is not. */
export function describeLine(line: StatementLine): string {
  switch (line.kind) {
    case 'sale':
      return describeSale(line)
    case 'refund':
      return line.in_time
        ? 'The buyer was refunded in time, so the share goes back.'
        : 'The buyer was refunded after the share was available. It is deducted from your balance, or from your next earnings.'
    case 'reversal':
      return 'The sale was recorded by mistake.'
    case 'payout':
      return describePayout(line)
    case 'payout_returned':
      return `The bank returned it: ${asSentence(line.note || 'no reason was given')} The money is available again.`
    default:
      return ''
  }
}

function describeSale({ state, clears_at, settled_at }: StatementLine): string {
  switch (state) {
    case 'waiting':
      return `Yours from ${formatDay(clears_at)}, unless it is refunded.`
    case 'disputed':
      return 'Held: the buyer’s bank disputes the payment. We answer it. The share is yours again if the bank agrees with us.'
    case 'test':
      return 'A test payment: no money moved, so it is never paid out.'
    case 'on_way':
      return 'On its way to your bank.'
    case 'paid':
      return `Paid to you on ${formatDay(settled_at)}.`
    case 'refunded':
      return 'Refunded. See the refund in your statement.'
    case 'reversed':
      return 'It was recorded by mistake and reversed.'
    default:
      return 'Available. It is part of the next payout.'
  }
}

function describePayout({ state, settled_at, note }: StatementLine): string {
  return state === 'paid'
    ? `The bank paid it on ${formatDay(settled_at)}.`
    : state === 'returned'
      ? `The bank returned it: ${asSentence(note || 'no reason was given')}`
      : 'On its way.'
}

/** Describes the next payout, or returns null: ₦1,500 on 4 Dec 2026, unless you change your bank details. */
export function describeNext({ next }: Pick<Earnings, 'next'>): string | null {
  return next && `${formatKobo(next.kobo)} ${describeNextDay(next)}, unless you change your bank details.`
}

/** Describes the day of the next payout: on 4 Dec 2026, or due since 27 Nov 2026. */
export function describeNextDay({ day, is_late }: NonNullable<Earnings['next']>): string {
  return `${is_late ? 'due since' : 'on'} ${formatDay(day)}`
}

/**
 * Describes why nothing is paid yet, according to the ledger. Null if nothing prevents a payout, or only the bank
 * details do.
 */
export function describeEligibility(
  { eligibility, available_kobo }: Pick<Earnings, 'eligibility' | 'available_kobo'>,
  minimumKobo: number,
): string | null {
  switch (eligibility?.eligibility) {
    case 'debt':
      return `A sale was refunded after its share was paid to you. ${formatKobo(-available_kobo)} is deducted from your next earnings. You do not have to send anything.`
    case 'held':
      return `We hold your payouts for now: ${asSentence(eligibility.reason ?? '')}`
    case 'returned':
      return `The bank returned your last payout: ${asSentence(eligibility.reason ?? '')} Correct your bank details, and it goes with a later run.`
    case 'minimum':
      return `We pay from ${formatKobo(minimumKobo)} on. You have ${formatKobo(available_kobo)}; what comes in is added to it.`
    default:
      return null
  }
}

/** Describes the part of the waiting money that is never paid, or returns null. */
export function describeTestMoney({ test_kobo }: Pick<Earnings, 'test_kobo'>): string | null {
  return test_kobo > 0 ? `${formatKobo(test_kobo)} of what is pending comes from test payments and is never paid out.` : null
}

/** Describes why a student's statement is empty. `approved`: the number of approved uploads. */
export function describeNoSales(sales: number, approved: number): { title: string; text: string } {
  if (sales > 0) {
    return {
      title: `Sold ${formatTimes(sales)}`,
      text: 'Your share of these sales was agreed as 0%, so there is nothing to pay out.',
    }
  }
  return {
    title: 'No sales yet',
    text:
      approved > 0
        ? 'Your work is in the shop. Send its page to classmates who could use it as a guide.'
        : 'They begin when a work of yours is approved and in the shop.',
  }
}
