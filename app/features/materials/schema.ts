import * as v from 'valibot'
import { withoutControls } from '#app/platform/forms/fields.ts'
import { marketplaceLabels } from './categories.ts'

/** Sort order of the results. Without a search, 'best' sorts by title. */
export const orders = ['best', 'newest', 'price-up', 'price-down'] as const
/**
 * The maximum prices of the filter in naira; 0 is free. The database counts at the same bounds (private.price_bounds).
 */
export const priceBounds = [0, 1000, 2000, 3000, 5000] as const
/** The earliest years of the filter (private.year_bounds). */
export const yearBounds = [2024, 2023, 2022, 2020, 2015] as const
export const formats = ['PDF', 'Word', 'PowerPoint', 'Other'] as const

const bound = (bounds: readonly number[]) =>
  v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.picklist(bounds))), null)
/** The last material of the previous page, after its rank if there is one. */
const afterOf = v.pipe(v.string(), v.regex(/^(\d{1,5}\.)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))

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
  after: v.fallback(v.nullable(afterOf), null),
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
    after: parameters.get('after') || null,
  })
}

/** Returns the address of a marketplace page, without parameters that are not chosen. */
export function marketplacePath(query: Partial<MarketplaceQuery> | { search?: string; category?: string | null }): string {
  const { order, typed: values, ...rest } = { order: null, typed: null, ...query }
  const parameters = new URLSearchParams()
  const response = { ...rest, order: order === 'best' ? null : order, typed: values ? 'yes' : null }
  for (const name of ['search', 'category', 'area', 'year', 'price', 'format', 'order', 'typed', 'after'] as const) {
    const value = (response as Record<string, string | number | null | undefined>)[name]
    if (value !== null && value !== undefined && value !== '') {
      parameters.set(name, String(value))
    }
  }
  return parameters.size > 0 ? `/marketplace?${parameters.toString()}` : '/marketplace'
}

/** Returns the address of a material. */
export function previewPath(slug: string): string {
  return `/material-preview/${slug}`
}
