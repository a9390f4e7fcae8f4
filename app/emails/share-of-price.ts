import { formatNaira } from '../platform/text/money.ts'

/**
 * Returns a sentence with the student's share of each sale at this price (naira). The fee of a net share is known only
 * at the sale.
 */
export function authorShare(price: number, percent: number, basis: 'gross' | 'net'): string {
  return basis === 'net'
    ? `You receive ${percent} % of each sale after the payment fee.`
    : `You receive ${percent} % of each sale: ${formatNaira((price * percent) / 100)}.`
}
