import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/services/backend.server.ts'
import { listCategories } from '#app/features/materials/categories.ts'
import { type MaterialCard, materialCards } from '#app/features/materials/queries.server.ts'
import type { Named } from './named-wishes.ts'
import { type MarketplaceQuery, PAGE_SIZE } from './schema.ts'

const counts = v.optional(v.record(v.string(), v.number()), {})
/** The response of public.search_materials. */
const schema = v.object({
  materials: materialCards,
  ranks: v.array(v.number()),
  total: v.number(),
  more: v.boolean(),
  near: v.boolean(),
  facets: v.object({ category: counts, area: counts, year: counts, price: counts, format: counts, without: counts }),
  facets_more: v.boolean(),
  corrections: v.array(v.object({ typed: v.string(), corrected: v.string() })),
  offered: v.array(v.object({ typed: v.string(), corrected: v.string() })),
  understood: v.array(v.object({ typed: v.string(), meaning: v.string() })),
  named: v.array(v.object({ typed: v.string(), stems: v.array(v.string()) })),
  closest: v.optional(materialCards, []),
})

/** The number of works for each choice, given the other choices. `without`: the number with one facet left open. */
export type Facets = v.InferOutput<typeof schema>['facets']

export type MaterialPage = {
  /** Matches of every significant word; without words, all materials. */
  materials: MaterialCard[]
  /** Partial matches, listed after the full matches. */
  nearly: MaterialCard[]
  /** The number over all pages: full matches or, without any, partial matches. */
  total: number
  /** True if there are more than `total`. */
  more: boolean
  /** True if no material matches every word. */
  near: boolean
  facets: Facets
  /** True if there are more than the facets say. */
  facetsMore: boolean
  /** Words that were corrected. */
  corrections: { typed: string; corrected: string }[]
  /** Words that may be meant instead of unknown ones. */
  offered: { typed: string; corrected: string }[]
  /** Thesaurus entries used: HTN, hypertension. */
  understood: { typed: string; meaning: string }[]
  /** Kinds, programmes, prices and years in the search, which rank such works first. */
  named: Named[]
  /** Works with words that resemble those of a search that found nothing. They are not results. */
  closest: MaterialCard[]
  /** The number of this page, and whether another one follows. */
  page: number
  hasNext: boolean
}

/** The lowest rank of a full match (private.search_catalogue). */
const EXACT = 10_000

/**
 * Returns one page of published materials, searched and ranked in the database: best first with words, newest first
 * without, or in the chosen order.
 * @throws if the backend failed; the page then shows the empty sentence with 'Try again'.
 */
export function findMaterials(client: Client, query: MarketplaceQuery): Promise<MaterialPage> {
  return publicCache.get(`materials:${JSON.stringify(query)}`, async () => {
    const { data } = await client
      .rpc('search_materials', {
        search: query.search,
        filters: {
          ...(query.category ? { categories: listCategories(query.category) } : {}),
          area: query.area,
          year_from: query.year,
          price_to: query.price,
          format: query.format,
        },
        skip: (query.page - 1) * PAGE_SIZE,
        sorted: query.order === 'best' && query.search === '' ? 'newest' : query.order,
        verbatim: query.typed,
        // One more than is shown reveals whether there is a next page.
        page_size: PAGE_SIZE + 1,
      })
      .throwOnError()
    const { materials: found, ranks, facets_more, ...page } = v.parse(schema, data)
    const shown = found.slice(0, PAGE_SIZE)
    const isExact = (at: number) => page.near || ranks.length === 0 || (ranks[at] ?? 0) >= EXACT
    return {
      ...page,
      materials: shown.filter((_, at) => isExact(at)),
      nearly: shown.filter((_, at) => !isExact(at)),
      facetsMore: facets_more,
      page: query.page,
      hasNext: found.length > PAGE_SIZE,
    }
  })
}
