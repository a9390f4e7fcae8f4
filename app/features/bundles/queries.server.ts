import * as v from 'valibot'
import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

const bundles = v.object({
  /** The works of a bundle, in order; empty for other materials. Prices in naira. */
  works: v.array(v.object({ slug: v.string(), title: v.string(), price: v.number(), is_shown: v.boolean() })),
  /** The bundles on sale that contain the material. `works`: how many each has; `sum`: of their prices. */
  bundles: v.array(v.object({ slug: v.string(), title: v.string(), price: v.number(), works: v.number(), sum: v.number() })),
})
export type Bundles = v.InferOutput<typeof bundles>

/**
 * Returns the works of a bundle, and the bundles of a work.
 * @throws if the backend failed.
 */
export function findBundles(client: Client, material: string): Promise<Bundles> {
  return publicCache.get(`material:bundles ${material}`, async () => {
    const { data } = await client.rpc('bundle_works', { material }).throwOnError()
    return v.parse(bundles, data)
  })
}

/**
 * Returns what the user pays for a material in kobo, and how many works of a bundle the user has bought, with test or live
 * money. Throws if the backend failed.
 */
export async function readOwnPrice(
  user: CurrentUser,
  material: string,
  mode: 'test' | 'live',
): Promise<{ kobo: number; owned: number } | null> {
  const { data } = await user.client.rpc('own_bundle_price', { bundle: material, mode }).maybeSingle().throwOnError()
  return data
}
