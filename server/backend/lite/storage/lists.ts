/*
 * Repair of @supabase/lite 0.10.0. It responds with 500 to invalid JSON, to a NUL in a name, and to a list with an
 * impossible order or length. It lists all objects below a folder by their whole names, where a hosted project lists
 * the files and folders in it by their own. Test: tests/contract/storage-reads.test.ts.
 */
import * as v from 'valibot'
import { MAX_JSON_BYTES, readAtMost, withBody } from './unmeasured-bodies.ts'
import { rejection } from '#server/backend/rejection.ts'

const LISTING = '/storage/v1/object/list/'
/** The most objects that lite lists at once. */
const AT_ONCE = 1000

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const listing = v.looseObject({
  prefix: v.optional(v.string()),
  search: v.optional(v.string()),
  limit: v.optional(v.pipe(whole, v.maxValue(AT_ONCE))),
  offset: v.optional(whole),
  sortBy: v.optional(
    v.looseObject({
      column: v.optional(v.picklist(['name', 'id', 'created_at', 'updated_at', 'last_accessed_at'])),
      order: v.optional(v.picklist(['asc', 'desc'])),
    }),
  ),
})

/** Returns the request with JSON that lite's storage accepts, or a response that says what is wrong. */
export async function withCheckedListing(request: Request): Promise<Request | Response> {
  if (!request.body || !request.headers.get('content-type')?.includes('json')) {
    return request
  }
  const bytes = await readAtMost(request, MAX_JSON_BYTES)
  if (bytes instanceof Response) {
    return bytes
  }
  const text = new TextDecoder().decode(bytes)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error
    }
    return rejection(400, 'invalid_request', 'The body is not JSON')
  }
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) {
    return rejection(400, 'invalid_request', 'The body holds a character that cannot be used')
  }
  const isListing = new URL(request.url).pathname.startsWith(LISTING)
  return isListing && (Array.isArray(body) || !v.is(listing, body))
    ? rejection(400, 'invalid_request', 'The list cannot be had in this way')
    : withBody(request, text)
}

type Handler = (request: Request) => Response | Promise<Response>
type Listed = { name: string; id: string | null } & Record<string, unknown>

/** Lists the folders, then the files in a folder, as a hosted project does. Passes any other request to `handler`. */
export async function listed(request: Request, handler: Handler): Promise<Response> {
  if (request.method !== 'POST' || !new URL(request.url).pathname.startsWith(LISTING)) {
    return handler(request)
  }
  const asked = v.parse(listing, await request.json())
  const { prefix = '', search = '', limit = 100, offset = 0 } = asked
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const objects: Listed[] = []
  for (let isWhole = false; !isWhole;) {
    const body = JSON.stringify({ ...asked, prefix: folder, search: '', limit: AT_ONCE, offset: objects.length })
    const response = await handler(withBody(request, body))
    if (!response.ok) {
      return response
    }
    const page = (await response.json()) as Listed[]
    objects.push(...page)
    isWhole = page.length < AT_ONCE
  }
  const own = objects
    .filter(({ name }) => name.startsWith(folder))
    .map((object) => ({ ...object, name: object.name.slice(folder.length) }))
  const folders = [...new Set(own.flatMap(({ name }) => (name.includes('/') ? [name.slice(0, name.indexOf('/'))] : [])))]
  const entries: Listed[] = [
    ...folders.map((name) => ({ name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null })),
    ...own.filter(({ name }) => !name.includes('/')),
  ]
  const found = entries.filter(({ name }) => name.toLowerCase().startsWith(search.toLowerCase()))
  return Response.json(found.slice(offset, offset + limit))
}
