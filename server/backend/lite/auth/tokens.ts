/*
 * Repair of @supabase/lite 0.10.0. It takes a bearer that is no token at all, or one without a signature (alg none), for a visitor instead of
 * refusing it, and the token of a storage link for an access token. It takes on whatever role of the database a token names: with `none` or
 * `postgres`, the role of the superuser. The publishable key as bearer, which supabase-js sends for a visitor, it calls a malformed token.
 * Test: tests/contract/auth-tokens.test.ts.
 */
import { decodeJwt, errors } from 'jose'
import type { BackendKeys } from '../../keys.ts'
import { refusal } from '../../refusal.ts'

/** The request with a bearer that lite reads rightly, or its refusal. lite itself checks the signature. */
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
  return isAccessToken(bearer) ? request : refusal(401, 'PGRST301', 'The token is not an access token of this project')
}

/** The roles of the API. Supabase's own gateway takes no other. */
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
