/*
 * Keyset pagination: each page begins after a row of the page before, so the last page of ten thousand rows costs no
 * more than the first. The cursor is in the address.
 */
import * as v from 'valibot'
import { withoutControls } from '../forms/fields.ts'
import { looksLikeUuid } from '../pages/keys.ts'
import { isTimestamp } from '../text/dates.ts'

/** A list's address: the search, the shown part, and the row before or after the page. */
export type ListAddress = { search: string; show: string; after: string | null; before: string | null }

/**
 * Reads the address of a list that a database function continues from a time and an id: `after` is 'moment_id'. Invalid
 * values are ignored.
 * @param maxChars of the search.
 */
export function readTimeListAddress(request: Request, maxChars = 200): Pick<ListAddress, 'search' | 'after'> {
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')
  const [moment, id = ''] = after?.split('_') ?? []
  return {
    search: cleanSearch(searchParams.get('search'), maxChars),
    after: isTimestamp(moment) && looksLikeUuid(id) ? after : null,
  }
}

/** Returns a search, cut between characters: PostgreSQL stores no NUL and no half of an emoji. */
export function cleanSearch(text: string | null, maxLength: number): string {
  return Array.from(withoutControls(text ?? '').trim())
    .slice(0, maxLength)
    .join('')
}

/** Replaces a page that could not be read. */
export const unreadPage = { rows: null, next: null, previous: null }

/** The rows of one page, and the cursors of the next and the previous page; null where the list ends. */
export type Page<Row> = { rows: Row[]; next: string | null; previous: string | null }

/** Default number of rows of a page. */
export const ROWS = 25
const MAX_WORDS = 6

const isWholeNumber = (text: string) => /^\d{1,15}$/.test(text)
/** A time or a number, and an id: they need no quotes, which some backends do not accept in such a filter. */
const cursor = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.pipe(
      v.string(),
      v.check((value) => isTimestamp(value) || isWholeNumber(value)),
    ),
    v.pipe(
      v.string(),
      v.check((key) => looksLikeUuid(key) || isWholeNumber(key)),
    ),
  ]),
)

/** Reads a list's address. Invalid values are ignored. `parts` are the values of `show`; the first is the default. */
export function readListAddress(request: Request, parts: readonly [string, ...string[]]): ListAddress {
  const { searchParams } = new URL(request.url)
  const show = searchParams.get('show') ?? ''
  return {
    search: cleanSearch(searchParams.get('search'), 200),
    show: parts.includes(show) ? show : parts[0],
    after: searchParams.get('after'),
    before: searchParams.get('before'),
  }
}

/** The part of a supabase-js query that pages need. */
type Sortable<Row> = PromiseLike<{ data: Row[] | null; error: { message: string } | null }> & {
  or(filters: string): Sortable<Row>
  filter(column: string, admin: 'gte' | 'lte', value: string): Sortable<Row>
  order(column: string, options: { ascending: boolean }): Sortable<Row>
  limit(count: number): Sortable<Row>
}

/**
 * Reads the page of `query` for `address`. Sorts by a column with times or numbers that is never null, then by a unique
 * column.
 * @throws when the backend failed.
 */
export async function readPage<Row extends object>(
  query: Sortable<Row>,
  { after, before }: Pick<ListAddress, 'after' | 'before'>,
  sort: { column: keyof Row & string; ascending: boolean; id?: keyof Row & string; rows?: number },
): Promise<Page<Row>> {
  const { column, ascending, id = 'id' as keyof Row & string, rows: size = ROWS } = sort
  const start = readCursor(after)
  const end = start ? null : readCursor(before)
  const forwards = end === null
  const rising = forwards ? ascending : !ascending
  const from = start ?? end
  let asked = query
  if (from) {
    const beyond = rising ? 'gt' : 'lt'
    const [value, key] = from
    // The index can start at the bound; the other condition separates rows with the same value.
    asked = asked
      .filter(column, rising ? 'gte' : 'lte', value)
      .or(
        column === id
          ? `${id}.${beyond}.${value}`
          : `${column}.${beyond}.${value},and(${column}.eq.${value},${id}.${beyond}.${key})`,
      )
  }
  asked = asked.order(column, { ascending: rising })
  if (column !== id) {
    asked = asked.order(id, { ascending: rising })
  }
  const { data, error } = await asked.limit(size + 1)
  if (error || !data) {
    throw new Error('Could not read a list', { cause: error })
  }
  const more = data.length > size
  const rows = forwards ? data.slice(0, size) : data.slice(0, size).toReversed()
  const at = (row: Row | undefined) => row && writeCursor(String(row[column]), String(row[id]))
  return {
    rows,
    next: (forwards ? more : true) ? (at(rows.at(-1)) ?? null) : null,
    previous: (forwards ? from !== null : more) ? (at(rows[0]) ?? null) : null,
  }
}

/** Returns the words of a search, at most six. */
export function searchWords(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
}

/** Returns a pattern for each word of a search, for `.ilikeAllOf()`: every word must match, ignoring case. */
export function wordPatterns(search: string): string[] {
  return searchWords(search).map((word) => {
    // PostgreSQL array literals need quotes.
    const pattern = `%${textPattern(word)}%`
    return `"${pattern.replaceAll(/["\\]/g, '\\$&')}"`
  })
}

/**
 * Escapes a text for `.ilike()`, so that it matches only itself, ignoring case. The API treats a star as a wildcard.
 */
export function textPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_')
}

function writeCursor(value: string, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function readCursor(text: string | null): [value: string, id: string] | null {
  if (!text) {
    return null
  }
  const parsed = v.safeParse(cursor, Buffer.from(text, 'base64url').toString())
  return parsed.success ? parsed.output : null
}
