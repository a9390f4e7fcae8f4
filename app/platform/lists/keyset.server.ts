/*
 * Pages of a list without counting from its start: each begins behind a row that was seen, so that the last page of ten thousand rows costs
 * what the first one costs. The place in the list travels in the address.
 */
import * as v from 'valibot'

/** What a list's address says: the words looked for, which part is shown, and the row before or behind which the page lies. */
export type ListAddress = { search: string; show: string; after: string | null; before: string | null }

/** What stands in the place of a page that could not be read. */
export const unreadPage = { rows: null, next: null, previous: null }

/** Rows of one page, and the addresses' parts that lead on and back; null where the list ends. */
export type Page<Row> = { rows: Row[]; next: string | null; previous: string | null }

/** Rows of a page, unless said otherwise. */
export const ROWS = 25
const MOST_WORDS = 6

/** Times, numbers and ids: nothing in them needs quoting, which not every backend takes in such a filter. */
const plain = v.pipe(v.string(), v.regex(/^[\w:.+-]{1,64}$/))
const cursor = v.pipe(v.string(), v.parseJson(), v.tuple([plain, plain]))

/** Reads a list's address. What does not fit is left out, never an error; `parts` are the values `show` may have, the first is taken otherwise. */
export function readListAddress(request: Request, parts: readonly [string, ...string[]]): ListAddress {
  const { searchParams } = new URL(request.url)
  const show = searchParams.get('show') ?? ''
  return {
    search: (searchParams.get('search') ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200),
    show: parts.includes(show) ? show : parts[0],
    after: searchParams.get('after'),
    before: searchParams.get('before'),
  }
}

/** A query of supabase-js, as far as pages need it. */
type Sortable<Row> = PromiseLike<{ data: Row[] | null; error: { message: string } | null }> & {
  or(filters: string): Sortable<Row>
  filter(column: string, operator: 'gte' | 'lte', value: string): Sortable<Row>
  order(column: string, options: { ascending: boolean }): Sortable<Row>
  limit(count: number): Sortable<Row>
}

/**
 * The page of `query` that `address` asks for, sorted by a column that is never null and holds a time or a number, then by the column that
 * tells rows apart.
 * @throws when the backend failed.
 */
export async function pageOf<Row extends object>(
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
    // The bound alone is what an index can begin at; the other condition tells apart the rows at it.
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
    throw new Error('A list could not be read', { cause: error })
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

/** A pattern for each word of a search, whatever its letters' size: give them to `.ilikeAllOf()`, so that each has to be met. */
export function wordPatterns(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => {
      // The list they travel in is PostgreSQL's, which wants them quoted.
      const pattern = `%${textPattern(word)}%`
      return `"${pattern.replaceAll(/["\\]/g, '\\$&')}"`
    })
}

/** A text as a pattern that means itself, whatever its letters' size: give it to `.ilike()`. A star would be a wildcard of the API's. */
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
