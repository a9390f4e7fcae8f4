/*
 * Repair of @supabase/lite 0.10.0. A row of a bulk insert that lacks a key of the others gets the column's default, and
 * the response says null. PostgREST inserts null, unless the request prefers defaults. Test:
 * tests/contract/bulk-inserts.test.ts.
 */
import { MAX_JSON_BYTES, readAtMost, withBody } from '../storage/unmeasured-bodies.ts'

/** Returns an insert of several rows in which each row has all `columns`, the missing ones as null. */
export async function withEqualKeys(request: Request): Promise<Request | Response> {
  const columns = new URL(request.url).searchParams.get('columns')
  const prefersDefaults = request.headers.get('prefer')?.includes('missing=default') ?? false
  if (request.method !== 'POST' || columns === null || prefersDefaults) {
    return request
  }
  const bytes = await readAtMost(request, MAX_JSON_BYTES)
  if (bytes instanceof Response) {
    return bytes
  }
  const text = new TextDecoder().decode(bytes)
  const rows = parseRows(text)
  const names = columns.split(',').map((name) => name.replace(/^"(.*)"$/, '$1'))
  const isComplete = rows.every((row) => names.every((name) => name in row))
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  return withBody(request, isComplete ? text : JSON.stringify(rows.map((row) => ({ ...nulls, ...row }))))
}

/** Returns the rows of a body, none if it is not a list of rows. lite rejects such a body. */
function parseRows(text: string): object[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) && parsed.every((row) => typeof row === 'object' && row !== null) ? parsed : []
  } catch (error) {
    if (error instanceof SyntaxError) {
      return []
    }
    throw error
  }
}
