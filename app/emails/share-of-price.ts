import { formatNaira } from '../platform/text/money.ts'

/** What a student receives of each sale at this price (naira), as a sentence. Of a net share the fee is known only when it is sold. */
export function authorShare(price: number, percent: number, basis: 'gross' | 'net'): string {
  return basis === 'net'
    ? `You receive ${percent} % of each sale after the payment fee.`
    : `You receive ${percent} % of each sale: ${formatNaira((price * percent) / 100)}.`
}
