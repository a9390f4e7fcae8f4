import { type ListAddress, readPage, wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { Database } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { anyTable, type Shelf } from './records.server.ts'

type Tables = Database['public']['Tables']

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

/** The row of a list. */
export type LineOf<List extends (...parameters: never) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<List>
>['rows'][number]

/**
 * Returns a page of a table's records, last changed first unless `sort` says otherwise, and their number: these columns,
 * the id and the state. Throws if the backend failed.
 */
export async function listRecords<Table extends Shelf, Column extends keyof Tables[Table]['Row'] & string>(
  admin: CurrentUser,
  table: Table,
  columns: readonly Column[],
  address: ListAddress,
  filter: <Query extends Filters>(query: Query) => Query,
  sort: { column: Column | 'updated_at'; ascending: boolean } = { column: 'updated_at', ascending: false },
) {
  type Line = Pick<Tables[Table]['Row'], Column> & { id: string; deleted_at: string | null; updated_at: string }
  const rows = filter(anyTable(admin, table).select(['id', ...columns, 'deleted_at', 'updated_at'].join(', ')))
  const [page, { count, error }] = await Promise.all([
    // The client's types do not support computed columns.
    readPage<Line>(rows as never, address, sort),
    filter(anyTable(admin, table).select('id', countOnly)),
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
