/*
 * Repair of @supabase/lite 0.10.0. It treats a bearer that is not a token, or has no signature (alg none), as a
 * visitor instead of rejecting it, and accepts the token of a storage link as an access token. It uses any database
 * role that a token names: `none` or `postgres` gives superuser rights. It rejects the publishable key as bearer,
 * which supabase-js sends for a visitor. Test: tests/contract/auth-tokens.test.ts.
 */
import { decodeJwt, errors } from 'jose'
import type { BackendKeys } from '#server/backend/keys.ts'
import { rejection } from '#server/backend/rejection.ts'

/** Returns the request with a bearer that lite understands, or a rejection. lite itself verifies the signature. */
export function withKnownToken(request: Request, keys: BackendKeys): Request | Response {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '')
  if (bearer === undefined || bearer === keys.secret_key) {
    return request
  }
  if (bearer === keys.publishable_key) {
    const headers = new Headers(request.headers)
    headers.delete('authorization')
    return new Request(request, { headers })
  }
  return isAccessToken(bearer) ? request : rejection(401, 'PGRST301', 'The token is not an access token of this project')
}

/** The roles of the API. Supabase's own gateway accepts no others. */
const ROLES = new Set<unknown>(['anon', 'authenticated', 'service_role'])

function isAccessToken(token: string): boolean {
  try {
    return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) && ROLES.has(decodeJwt(token).role)
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      return false
    }
    throw error
  }
}
