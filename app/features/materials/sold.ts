import type { Selling } from '../../platform/process/orders.ts'
import type { MaterialCard } from './queries.server.ts'

type Sold = Pick<MaterialCard, 'selar_link' | 'sold_here' | 'is_sample'>

/** Where a material is bought: on an outside page (its link goes first), here, or not at all. A sample is sold here for no real money. */
export function soldWhere({ selar_link, sold_here, is_sample }: Sold, selling: Selling): 'outside' | 'here' | null {
  if (selar_link?.startsWith('https://')) {
    return 'outside'
  }
  return sold_here && selling !== null && !(is_sample && selling === 'live') ? 'here' : null
}
