import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo, formatNaira } from '#app/platform/text/money.ts'
import { formatTimes } from '../materials/sold.ts'

/** The largest part of a price, in percent, that a student's own code takes off (docs/decisions/0056). */
export const MAX_OWN_PERCENT = 40

/** A student's own code; null: for all works, without an end, without a limit. */
type OwnCode = {
  code: string
  percent: number
  title: string | null
  last_day: string | null
  max_uses: number | null
  uses: number
  off_kobo: number
}
type Work = { title: string; price: number; share_percent: number }

/**
 * Returns what a student's code makes of the price of a work in naira, and of their share: they pay what it takes off
 * (private.own_discount_percent). Null if it takes nothing off.
 */
export function exampleOf({ title, price, share_percent }: Work, percent: number): string | null {
  const taken = Math.min(percent, share_percent - 10)
  if (taken < 1) {
    return null
  }
  const off = (price * taken) / 100
  const share = (price * share_percent) / 100
  return `${percent}% off ${title}: ${formatNaira(price)} becomes ${formatKobo((price - off) * 100)}, and your share of it ${formatKobo(
    Math.floor((share - off) * 100),
  )} instead of ${formatKobo(Math.floor(share * 100))}.`
}

/** Describes a student's own code: what it takes off, from what, until when, and what it was used for. */
export function describeOwnCode({ percent, title, last_day, max_uses, uses, off_kobo }: OwnCode): string {
  return [
    `${percent}% off ${title ?? 'all your works'}`,
    last_day !== null && `until ${formatDay(last_day)}`,
    max_uses === null ? (uses === 0 ? 'not used yet' : `used ${formatTimes(uses)}`) : `used ${uses} of ${max_uses}`,
    off_kobo > 0 && `${formatKobo(off_kobo)} from your share`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the text for WhatsApp with which a student sends a code. `link`: the work, with the code. */
export const codeText = ({ percent, title, code }: Pick<OwnCode, 'percent' | 'title' | 'code'>, link: string) =>
  `${percent}% off ${title ?? 'my works on Lamplight'} with my code ${code}: ${link}`
