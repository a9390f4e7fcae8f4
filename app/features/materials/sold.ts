import type { Selling } from '#app/services/orders.ts'
import type { MaterialCard } from './queries.server.ts'

/** Returns true for an outline: a work of the seed that is not sold anywhere, because its page shows all of it. */
export const isOutline = ({ list_category }: Pick<MaterialCard, 'list_category'>): boolean => list_category === 'outline'

/** Returns the words before the category of a bundle or of a work of the seed; null for other works. */
export function describeSort(material: Pick<MaterialCard, 'list_category' | 'is_sample' | 'bundle_size'>): string | null {
  if (material.bundle_size !== null) {
    return `Bundle of ${material.bundle_size}`
  }
  return isOutline(material) ? 'Outline' : material.is_sample ? 'Sample' : null
}

/** Returns where a material is bought: on an external page (its link takes precedence), here, or not at all. */
export function soldWhere(
  { selar_link, sold_here }: Pick<MaterialCard, 'selar_link' | 'sold_here'>,
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

/** Fewer sales than this say nothing about a work. */
const MIN_SALES_SHOWN = 5

/** Returns how often a work was sold; null for few sales. */
export const describeSales = (buyers: number): string | null => (buyers < MIN_SALES_SHOWN ? null : `Sold ${formatTimes(buyers)}`)
