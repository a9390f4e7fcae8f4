/*
 * Repair of @supabase/lite 0.10.0. It leaves every session open when a password is changed, so an intruder who knew
 * the old password stays signed in. GoTrue ends all sessions except the one that changed it, and so do we. Test:
 * tests/contract/auth-tokens.test.ts.
 */
import { decodeJwt } from 'jose'
import type { Database } from '#server/backend/database.ts'

type Handler = (request: Request) => Promise<Response>

/** Wraps a handler so that setting a password ends the other sessions of the account. */
export function endOtherSessions(database: Pick<Database, 'query'>, handler: Handler): Handler {
  return async (request) => {
    const isAccountUpdate = request.method === 'PUT' && new URL(request.url).pathname.endsWith('/auth/v1/user')
    const body = isAccountUpdate ? (JSON.parse((await request.clone().text()) || '{}') as { password?: string | null }) : {}
    const response = await handler(request)
    if (!body.password || !response.ok) {
      return response
    }
    // A successful response shows that lite has verified the token.
    const { sub, session_id } = decodeJwt(request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '')
    await database.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [sub, session_id ?? null])
    return response
  }
}
