import { readStoredJson, removeStored, storeValue } from '#app/platform/pages/browser-storage.ts'

/*
 * The pages of orders with a file that this browser opened, by the slug of the material, in localStorage. The page of a
 * bought material then links to the file, so that a guest does not buy it twice. Removed at sign-out, with the copies of
 * pages, and by the checkout's button that forgets orders.
 */
const KEY = 'bought'
const MAX_ORDERS = 20
/** Half a year, as the cookie of the checkout. */
const MAX_AGE_MS = 183 * 86_400_000

type OpenedOrder = { slug: string; path: string; at: number }

const isOrder = (value: unknown): value is OpenedOrder => {
  const { slug, path, at } = (value ?? {}) as Partial<OpenedOrder>
  return typeof slug === 'string' && /^\/orders\/[\w-]{22}$/.test(String(path)) && typeof at === 'number'
}

function readOrders(now: number): OpenedOrder[] {
  const stored = readStoredJson(KEY)
  return Array.isArray(stored) ? stored.filter(isOrder).filter(({ at }) => now - at < MAX_AGE_MS) : []
}

/** Remembers the page of an order with a file, newest first. `now`: ms since 1970. */
export function addOpenedOrder(slug: string, path: string, now: number): void {
  const others = readOrders(now).filter((order) => order.slug !== slug)
  storeValue(KEY, [{ slug, path, at: now }, ...others].slice(0, MAX_ORDERS))
}

/** Returns the path of the order of a work, if this browser opened one. */
export function findOpenedOrder(slug: string, now: number): string | undefined {
  return readOrders(now).find((order) => order.slug === slug)?.path
}

/** Removes all of them. */
export const forgetOpenedOrders = (): void => removeStored(KEY)
