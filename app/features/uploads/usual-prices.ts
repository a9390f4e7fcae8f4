import { formatNaira } from '#app/platform/text/money.ts'
import { getExample, type MoneyRules } from '../earnings/rules.ts'
import type { MaterialCategory } from '../materials/categories.ts'
import { uploadCategories } from './labels.ts'

/** The interquartile range of the prices of a category's published works, in naira; samples are separate. */
export type UsualPrice = { category: string; is_sample: boolean; works: number; low: number; high: number }

type UploadCategory = (typeof uploadCategories)[number]['value']

/** The marketplace category of an upload category (docs/glossary.md); null if only the reviewer can decide. */
const marketplaceCategories: Record<UploadCategory, MaterialCategory | null> = {
  care_plan: 'client_care_study',
  case_study: 'client_care_study',
  research_project: 'research_project',
  assignment: 'seminar',
  thesis: 'thesis',
  other: null,
}

/** With fewer works, their prices say nothing about such works in general. */
const MIN_WORKS = 5

/**
 * Returns sentences with the usual prices of an upload category and the student's share of them, or that there are too
 * few works.
 */
export function usualPrice(prices: readonly UsualPrice[], uploadCategory: string, rules: MoneyRules): string {
  const category = marketplaceCategories[uploadCategory as UploadCategory] ?? null
  const of = (isSample: boolean) =>
    prices.find((price) => price.category === category && price.is_sample === isSample && price.works >= MIN_WORKS)
  const real = of(false)
  if (real) {
    return `Works like this usually cost ${range(real)}. ${ownPart(real, rules)}`
  }
  const sample = of(true)
  return sample
    ? `Our sample works of this kind cost ${range(sample)}. ${ownPart(sample, rules)} Too few students' works are on sale yet to say more.`
    : 'Too few works of this kind are on sale yet to say what they sell for.'
}

function ownPart({ low, high }: UsualPrice, rules: MoneyRules): string {
  const getPart = (naira: number) => Math.floor(getExample(naira * 100, rules).student / 100)
  return `You would receive ${range({ low: getPart(low), high: getPart(high) })} of each sale.`
}

function range({ low, high }: Pick<UsualPrice, 'low' | 'high'>): string {
  return low === high ? formatNaira(low) : `${formatNaira(low)} to ${formatNaira(high)}`
}

/** Returns the sentence of each upload category, so that the phone does not load the code that builds them. */
export function usualPricesByCategory(prices: readonly UsualPrice[], rules: MoneyRules): Record<string, string> {
  return Object.fromEntries(uploadCategories.map(({ value }) => [value, usualPrice(prices, value, rules)]))
}
