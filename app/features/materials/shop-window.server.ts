import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { materialCards } from './queries.server.ts'

/** The response of public.shop_window. */
const shopWindow = v.object({
  is_most_opened: v.boolean(),
  products: materialCards,
  free: materialCards,
  works: v.number(),
  free_works: v.number(),
  outlines: v.number(),
})

/** The products and counts that home shows. `is_most_opened`: the products are ranked by views, or else the newest. Outlines are
 * no works. */
export type ShopWindow = v.InferOutput<typeof shopWindow>

/** The home page's part of the shop while it is unknown, or without products. */
export const emptyWindow: ShopWindow = {
  is_most_opened: false,
  products: [],
  free: [],
  works: 0,
  free_works: 0,
  outlines: 0,
}

/** Returns what the home page shows of the shop. Throws if the backend failed. */
export function readShopWindow(client: Client): Promise<ShopWindow> {
  // A change of any material invalidates this key, and with it the cached home page (invalidate.server.ts).
  return publicCache.get('materials:shop-window', async () => {
    const { data } = await client.rpc('shop_window').throwOnError()
    return v.parse(shopWindow, data)
  })
}
