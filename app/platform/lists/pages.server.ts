/** The rows of one request. A hosted backend returns at most 1,000. */
const ROWS = 1000

type Query<Row> = {
  order(column: string): Query<Row>
  range(from: number, to: number): { throwOnError(): PromiseLike<{ data: Row[] }> }
}

/**
 * Yields all rows of a query, a page at a time in the order of two columns, which together are unique. Throws if the
 * backend failed.
 */
export async function* readPages<Row>(query: () => Query<Row>, [column, then]: readonly [string, string]): AsyncGenerator<Row[]> {
  for (let from = 0; ; from += ROWS) {
    const { data } = await query()
      .order(column)
      .order(then)
      .range(from, from + ROWS - 1)
      .throwOnError()
    yield data
    if (data.length < ROWS) {
      return
    }
  }
}

/** Returns all rows of a query like readPages. */
export async function readAll<Row>(query: () => Query<Row>, order: readonly [string, string]): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of readPages(query, order)) {
    all.push(...rows)
  }
  return all
}
