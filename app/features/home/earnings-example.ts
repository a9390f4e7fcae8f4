import { getExample, type MoneyRules } from '../earnings/rules.ts'

/** The fields of the earnings calculator, with their limits. Price in naira. */
export const calculatorLimits = {
  price: { first: 3000, min: 100, max: 100_000 },
  copies: { first: 10, min: 1, max: 1000 },
} as const

/** The earnings of a student from copies of one work, in kobo. */
export type EarningsExample = {
  price: number
  copies: number
  paid: number
  fee: number
  platform: number
  student: number
}

/** Returns the earnings for the price and copies in an address; invalid values are replaced by the first ones. */
export function earningsExample(parameters: URLSearchParams, rules: MoneyRules): EarningsExample {
  const price = numberIn(parameters, 'price')
  const copies = numberIn(parameters, 'copies')
  const { fee, platform, student } = getExample(price * 100, rules)
  return { price, copies, paid: price * 100 * copies, fee: fee * copies, platform: platform * copies, student: student * copies }
}

function numberIn(parameters: URLSearchParams, name: keyof typeof calculatorLimits): number {
  const { first, min, max } = calculatorLimits[name]
  const text = parameters.get(name) ?? ''
  const number = /^\d{1,6}$/.test(text) ? Number(text) : first
  return Math.min(Math.max(number, min), max)
}
