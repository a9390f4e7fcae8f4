import { href } from 'react-router'
import * as v from 'valibot'
import { withoutControls } from '#app/platform/forms/fields.ts'
import { marketplaceLabels } from '#app/features/materials/categories.ts'

/** Sort order of the results. Without a search, 'best' is the newest first. */
export const orders = ['best', 'newest', 'opened', 'title', 'price-up', 'price-down'] as const
/** The number of cards on one page of the marketplace. */
export const PAGE_SIZE = 24
/** The last page that can be opened; the database skips no more than that (public.search_materials). */
export const MAX_PAGE = 101
/**
 * The maximum prices of the filter in naira; 0 is free. The database counts at the same bounds (private.price_bounds).
 */
export const priceBounds = [0, 1000, 2000, 3000, 5000] as const
/** The earliest years of the filter (private.year_bounds). */
export const yearBounds = [2024, 2023, 2022, 2020, 2015] as const
export const formats = ['PDF', 'Word', 'PowerPoint', 'Other'] as const

const bound = (bounds: readonly number[]) =>
  v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.picklist(bounds))), null)
const pageNumber = v.fallback(
  v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_PAGE)),
  1,
)

/**
 * The query parameters of the marketplace. Invalid values are dropped, never an error: addresses are shared and
 * mistyped.
 */
export const marketplaceQuery = v.object({
  search: v.fallback(v.pipe(v.string(), v.trim(), v.transform(withoutControls), v.maxLength(200)), ''),
  category: v.fallback(v.nullable(v.picklist(marketplaceLabels)), null),
  area: v.fallback(
    v.nullable(v.pipe(v.string(), v.trim(), v.transform(withoutControls), v.minLength(1), v.maxLength(100))),
    null,
  ),
  year: bound(yearBounds),
  price: bound(priceBounds),
  format: v.fallback(v.nullable(v.picklist(formats)), null),
  order: v.fallback(v.picklist(orders), 'best'),
  /** True if nothing is corrected. */
  typed: v.fallback(v.boolean(), false),
  page: pageNumber,
})
export type MarketplaceQuery = v.InferOutput<typeof marketplaceQuery>

/** Parses the search parameters of /marketplace. `category` accepts the label with spaces, hyphens or underscores. */
export function parseMarketplaceQuery(parameters: URLSearchParams): MarketplaceQuery {
  return v.parse(marketplaceQuery, {
    search: parameters.get('search') ?? '',
    category: parameters.get('category')?.toLowerCase().replaceAll(/[-_]/g, ' ') || null,
    area: parameters.get('area') || null,
    year: parameters.get('year') || null,
    price: parameters.get('price') || null,
    format: parameters.get('format') || null,
    order: parameters.get('order') || 'best',
    typed: parameters.get('typed') === 'yes',
    page: parameters.get('page') ?? '',
  })
}

/** Returns the address of a marketplace page, without parameters that are not chosen. */
export function marketplacePath(query: Partial<MarketplaceQuery> | { search?: string; category?: string | null }): string {
  const { order, typed: values, page, ...rest } = { order: null, typed: null, page: 1, ...query }
  const parameters = new URLSearchParams()
  const response = { ...rest, order: order === 'best' ? null : order, typed: values ? 'yes' : null, page: page > 1 ? page : null }
  for (const name of ['search', 'category', 'area', 'year', 'price', 'format', 'order', 'typed', 'page'] as const) {
    const value = (response as Record<string, string | number | null | undefined>)[name]
    if (value !== null && value !== undefined && value !== '') {
      parameters.set(name, String(value))
    }
  }
  return parameters.size > 0 ? `${href('/marketplace')}?${parameters.toString()}` : href('/marketplace')
}
