import type { Selling } from '#app/services/orders.ts'
import type { MaterialCard } from './queries.server.ts'

type Sold = Pick<MaterialCard, 'selar_link' | 'sold_here' | 'is_sample'>

/** Returns true for an outline: a work of the seed that is not sold anywhere, because its page shows all of it. */
export function isOutline({ selar_link, sold_here, is_sample, price }: Sold & Pick<MaterialCard, 'price'>): boolean {
  return is_sample && price === 0 && selar_link === null && !sold_here
}

/** Returns the word that identifies a work of the seed beside its category; null for other works. */
export function sampleWord(material: Sold & Pick<MaterialCard, 'price'>): 'Outline' | 'Sample' | null {
  return isOutline(material) ? 'Outline' : material.is_sample ? 'Sample' : null
}

/** Returns where a material is bought: on an external page (its link takes precedence), here, or not at all. */
export function soldWhere(
  { selar_link, sold_here }: Pick<Sold, 'selar_link' | 'sold_here'>,
  selling: Selling,
): 'outside' | 'here' | null {
  if (selar_link?.startsWith('https://')) {
    return 'outside'
  }
  return sold_here && selling !== null ? 'here' : null
}

/** Returns how often something was sold: once, twice, 12 times. */
export function formatTimes(count: number): string {
  const word = { 1: 'once', 2: 'twice' }[count]
  return word ?? `${count} times`
}
