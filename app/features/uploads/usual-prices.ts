import { formatNaira } from '../../platform/text/money.ts'
import type { MaterialCategory } from '../materials/categories.ts'
import { uploadCategories } from './words.ts'

/** The middle half of the prices of a category's published works, in naira; samples apart. */
export type UsualPrice = { category: string; is_sample: boolean; works: number; low: number; high: number }

type UploadCategory = (typeof uploadCategories)[number]['value']

/** What an uploaded work of a category becomes on the marketplace (docs/words.md); null where only the reviewer can tell. */
const becomes: Record<UploadCategory, MaterialCategory | null> = {
  care_plan: 'client_care_study',
  case_study: 'client_care_study',
  research_project: 'research_project',
  assignment: 'seminar',
  thesis: 'thesis',
  other: null,
}

/** Fewer works tell what those works cost, not what such works cost. */
const LEAST_WORKS = 5

/** What works of an upload category usually stand at in the shop, as a sentence that says so when too few are there. */
export function usualPrice(prices: readonly UsualPrice[], uploadCategory: string): string {
  const category = becomes[uploadCategory as UploadCategory] ?? null
  const of = (isSample: boolean) =>
    prices.find((price) => price.category === category && price.is_sample === isSample && price.works >= LEAST_WORKS)
  const real = of(false)
  if (real) {
    return `Works like this usually cost ${range(real)}.`
  }
  const sample = of(true)
  return sample
    ? `Our sample works of this kind cost ${range(sample)}. Too few students' works are on sale yet to say more.`
    : 'Too few works of this kind are on sale yet to say what they sell for. The reviewer proposes a price.'
}

function range({ low, high }: UsualPrice): string {
  return low === high ? formatNaira(low) : `${formatNaira(low)} to ${formatNaira(high)}`
}

/** The sentence for each upload category, so that what makes them need not come to the phone. */
export function usualPricesByCategory(prices: readonly UsualPrice[]): Record<string, string> {
  return Object.fromEntries(uploadCategories.map(({ value }) => [value, usualPrice(prices, value)]))
}
