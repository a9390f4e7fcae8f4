/*
 * Repair of @supabase/lite 0.10.0. It responds with 500 to invalid JSON, to a NUL in a name, and to a list with an
 * impossible order or length. Test: tests/contract/storage-reads.test.ts.
 */
import * as v from 'valibot'
import { MAX_JSON_BYTES, readAtMost, withBody } from './unmeasured-bodies.ts'
import { rejection } from '#server/backend/rejection.ts'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const listing = v.looseObject({
  limit: v.optional(v.pipe(whole, v.maxValue(1000))),
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
  const isListing = new URL(request.url).pathname.startsWith('/storage/v1/object/list/')
  return isListing && !v.is(listing, body)
    ? rejection(400, 'invalid_request', 'The list cannot be had in this way')
    : withBody(request, text)
}
