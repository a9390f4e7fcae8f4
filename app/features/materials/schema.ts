import * as v from 'valibot'
import { marketplaceLabels } from './categories.ts'

/** What the marketplace reads from its address. Anything that does not fit is left out, never an error: addresses are shared and mistyped. */
export const marketplaceQuery = v.object({
  search: v.fallback(v.pipe(v.string(), v.trim(), v.transform(withoutControls), v.maxLength(200)), ''),
  category: v.fallback(v.nullable(v.picklist(marketplaceLabels)), null),
  after: v.fallback(v.nullable(v.pipe(v.string(), v.uuid())), null),
})
export type MarketplaceQuery = v.InferOutput<typeof marketplaceQuery>

/** Parses the search parameters of /marketplace. `category` takes the label with spaces, hyphens or underscores. */
export function parseMarketplaceQuery(parameters: URLSearchParams): MarketplaceQuery {
  return v.parse(marketplaceQuery, {
    search: parameters.get('search') ?? '',
    category: parameters.get('category')?.toLowerCase().replaceAll(/[-_]/g, ' ') || null,
    after: parameters.get('after'),
  })
}

/** The address of a marketplace page. */
export function marketplacePath(query: { search?: string; category?: string | null; after?: string | null }): string {
  const parameters = new URLSearchParams()
  for (const name of ['search', 'category', 'after'] as const) {
    const value = query[name]
    if (value) {
      parameters.set(name, value)
    }
  }
  return parameters.size > 0 ? `/marketplace?${parameters.toString()}` : '/marketplace'
}

function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
