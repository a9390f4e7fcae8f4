import { type ListAddress, wordPatterns } from '#app/platform/lists/keyset.server.ts'

/** The part of a supabase-js query that filters need. */
interface Filters {
  is(column: string, value: null): this
  not(column: string, admin: 'is', value: null): this
  ilikeAllOf(column: string, patterns: readonly string[]): this
}

/** Filters records whose `column` contains every word of the search, ignoring case; without a search it returns all. */
export function filterByWords<Query extends Filters>(
  query: Query,
  column: string,
  { search }: Pick<ListAddress, 'search'>,
): Query {
  const words = wordPatterns(search)
  return words.length > 0 ? query.ilikeAllOf(column, words) : query
}

/** Filters the deleted records of a list, or those that are not deleted. */
export function filterDeleted<Query extends Filters>(query: Query, { show }: Pick<ListAddress, 'show'>): Query {
  return show === 'deleted' ? query.not('deleted_at', 'is', null) : query.is('deleted_at', null)
}

/** Filters one of the `publishedParts` (parts.ts) of a list. */
export function filterPart<Query extends Filters>(query: Query, address: Pick<ListAddress, 'show'>): Query {
  const there = filterDeleted(query, address)
  switch (address.show) {
    case 'shown':
      return there.not('published_at', 'is', null)
    case 'hidden':
      return there.is('published_at', null)
    default:
      return there
  }
}
