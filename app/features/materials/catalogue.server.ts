import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/platform/process/backend.server.ts'
import { storedUnder } from './categories.ts'
import type { MaterialCard } from './queries.server.ts'
import type { MarketplaceQuery } from './schema.ts'

/** Cards on one page of the marketplace. */
export const PAGE_SIZE = 24

const counts = v.optional(v.record(v.string(), v.number()), {})
/** What public.search_materials answers. */
const answer = v.object({
  materials: v.array(
    v.object({
      id: v.string(),
      slug: v.string(),
      title: v.string(),
      subject_area: v.string(),
      category: v.string(),
      price: v.number(),
      rating: v.number(),
      pages: v.nullable(v.number()),
      year_of_study: v.nullable(v.number()),
      selar_link: v.nullable(v.string()),
      sold_here: v.boolean(),
      is_sample: v.boolean(),
    }),
  ),
  ranks: v.array(v.number()),
  total: v.number(),
  more: v.boolean(),
  near: v.boolean(),
  facets: v.object({ category: counts, area: counts, year: counts, price: counts, format: counts, without: counts }),
  facets_more: v.optional(v.boolean(), false),
  corrections: v.array(v.object({ typed: v.string(), corrected: v.string() })),
})

/** How many works each choice gives, as the other choices stand; `without`: how many there are with one facet left open. */
export type Facets = v.InferOutput<typeof answer>['facets']

export type MaterialPage = {
  /** What meets every word that tells something; without words, all. */
  materials: MaterialCard[]
  /** What comes near only. It follows what meets every word. */
  nearly: MaterialCard[]
  /** Over all pages: what meets every word, or, if nothing does, what comes near. */
  total: number
  /** There are more than `total`. */
  more: boolean
  /** Nothing meets every word. */
  near: boolean
  facets: Facets
  /** There are more than the facets say. */
  facetsMore: boolean
  /** Words that were taken for others. */
  corrections: { typed: string; corrected: string }[]
  /** Where the next page goes on, when more follow. */
  next: string | null
}

/** A rank from here on says that every word is met (private.search_catalogue). */
const EXACT = 10_000

/**
 * One page of published materials, searched and ranked in the database: with words the best first, without by title (SPEC 7), or as the order
 * says.
 * @throws when the backend failed; the page then shows the empty sentence with 'Try again'.
 */
export function findMaterials(client: Client, query: MarketplaceQuery): Promise<MaterialPage> {
  return publicCache.get(`materials:${JSON.stringify(query)}`, async () => {
    const [rank, after] = query.after?.includes('.') ? query.after.split('.') : [null, query.after]
    const { data } = await client
      .rpc('search_materials', {
        search: query.search,
        ...(query.category ? { category_in: storedUnder(query.category) } : {}),
        ...(query.area ? { area: query.area } : {}),
        ...(query.year === null ? {} : { year_from: query.year }),
        ...(query.price === null ? {} : { price_to: query.price }),
        ...(query.format ? { format_in: query.format } : {}),
        ...(after ? { after_id: after } : {}),
        ...(rank ? { after_rank: Number(rank) } : {}),
        sorted: query.order,
        verbatim: query.typed,
        // One more than is shown tells whether there is a next page.
        page_size: PAGE_SIZE + 1,
      })
      .throwOnError()
    const { materials: found, ranks, facets_more, ...page } = v.parse(answer, data)
    const shown = found.slice(0, PAGE_SIZE)
    const last = shown.at(-1)
    const isExact = (at: number) => page.near || ranks.length === 0 || (ranks[at] ?? 0) >= EXACT
    return {
      ...page,
      materials: shown.filter((_, at) => isExact(at)),
      nearly: shown.filter((_, at) => !isExact(at)),
      facetsMore: facets_more,
      next: found.length > PAGE_SIZE && last ? [ranks[shown.length - 1], last.id].filter(Boolean).join('.') : null,
    }
  })
}
