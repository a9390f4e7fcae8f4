import { type ListAddress, type Page, readPage, wordPatterns } from '#app/platform/lists/keyset.server.ts'

/** The part of a supabase-js query that filters need. */
export interface Filters {
  eq(column: string, value: string | boolean | number): this
  gt(column: string, value: number): this
  ilike(column: string, pattern: string): this
  is(column: string, value: null | false): this
  not(column: string, admin: 'is', value: null): this
  ilikeAllOf(column: string, patterns: readonly string[]): this
}

/** The options of a select that returns the number of rows alone. */
export const countOnly = { count: 'exact', head: true } as const

/** A page of a list, and the number of rows on all pages. */
export type Counted<Row> = Page<Row> & { count: number | null }

/**
 * Returns a page of records, last changed first, with the number of all of them. `counted` is the same query with
 * `countOnly`. Throws if the backend failed.
 */
export async function readCounted<Row extends { id: string; updated_at: string }>(
  rows: Parameters<typeof readPage<Row>>[0],
  counted: PromiseLike<{ count: number | null; error: unknown }>,
  address: ListAddress,
): Promise<Counted<Row>> {
  const [page, { count, error }] = await Promise.all([
    readPage<Row>(rows, address, { column: 'updated_at', ascending: false }),
    counted,
  ])
  if (error) {
    throw new Error('Could not count the rows of a list', { cause: error })
  }
  return { ...page, count }
}

/** Replaces a counted page that could not be read. */
export const unreadCounted = { rows: null, next: null, previous: null, count: null }

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
