import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { materialCards } from './queries.server.ts'

/** The response of public.shop_window. */
const shopWindow = v.object({
  is_most_opened: v.boolean(),
  products: materialCards,
  free: materialCards,
  subjects: v.array(v.object({ area: v.string(), works: v.number() })),
  total: v.number(),
  total_free: v.number(),
})

/** The products and counts that home shows. `is_most_opened`: the products are ranked by views, or else the newest. */
export type ShopWindow = v.InferOutput<typeof shopWindow>

/** The home page's part of the shop while it is unknown, or without products. */
export const emptyWindow: ShopWindow = { is_most_opened: false, products: [], free: [], subjects: [], total: 0, total_free: 0 }

/** Returns what the home page shows of the shop. Throws if the backend failed. */
export function readShopWindow(client: Client): Promise<ShopWindow> {
  // A change of any material invalidates this key, and with it the cached home page (invalidate.server.ts).
  return publicCache.get('materials:shop-window', async () => {
    const { data } = await client.rpc('shop_window').throwOnError()
    return v.parse(shopWindow, data)
  })
}
