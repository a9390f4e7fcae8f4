import { formatPrice } from '#app/platform/text/money.ts'
import type { Hit } from './queries.server.ts'

/** Returns the notes on a result, in the words of its own list: a sample work without a price is an outline (sold.ts). */
export function getHitNotes({
  kind,
  label,
  price,
  exact,
  is_sample,
}: Pick<Hit, 'kind' | 'label' | 'price' | 'exact' | 'is_sample'>): string {
  const isOutline = kind === 'm' && is_sample && price === 0
  const sample = isOutline ? 'Outline' : is_sample ? 'Sample' : ''
  const cost = isOutline ? 'Free to read' : price === null ? '' : formatPrice(price)
  return [exact ? '' : 'close match', label, sample, cost].filter((note) => note !== '').join(' · ')
}
