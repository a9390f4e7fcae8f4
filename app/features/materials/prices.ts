import { looksLikeUuid } from '#app/platform/pages/keys.ts'

/** Another price of a material; both in naira, `old_price` as the admin saw it. */
export type PriceChange = { id: string; old_price: number; price: number }

/** The ways of changing the prices of several materials. */
export const priceWays = [
  { value: 'naira', label: 'To one price in naira' },
  { value: 'up', label: 'Up by percent' },
  { value: 'down', label: 'Down by percent' },
] as const
export type PriceWay = (typeof priceWays)[number]['value']

/** The maximum price in naira (research_materials.price). */
export const MAX_PRICE = 10_000_000

/** Returns the new price in whole naira; null if it cannot change like this, such as a price of 0 by percent. */
export function getNewPrice(price: number, way: PriceWay, amount: number): number | null {
  if (way === 'naira') {
    return amount
  }
  const changed = Math.round((price * (100 + (way === 'up' ? amount : -amount))) / 100)
  return price === 0 || changed < 1 || changed > MAX_PRICE ? null : changed
}

/** Returns a change as one value of a form or an address. */
export const formatPriceChange = ({ id, old_price, price }: PriceChange): string => [id, old_price, price].join('_')

/** Returns the change that undoes another. */
export const reversePriceChange = ({ id, old_price, price }: PriceChange): PriceChange => ({
  id,
  old_price: price,
  price: old_price,
})

/** Reads what formatPriceChange returned; null for anything else. */
export function parsePriceChange(text: unknown): PriceChange | null {
  const [id = '', ...prices] = typeof text === 'string' ? text.split('_') : []
  const [old_price = -1, price = -1] = prices.map((digits) => (/^\d{1,8}$/.test(digits) ? Number(digits) : -1))
  return looksLikeUuid(id) && prices.length === 2 && old_price >= 0 && price >= 0 && price <= MAX_PRICE
    ? { id, old_price, price }
    : null
}
