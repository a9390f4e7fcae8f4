/*
 * Repair of @supabase/lite 0.10.0. It leaves every session open when a password is changed, so a person who knew the old password stays
 * signed in. GoTrue ends all sessions but the one in which it was changed, and so do we. Test: tests/contract/auth-tokens.test.ts.
 */
import { decodeJwt } from 'jose'
import type { Database } from '#server/backend/database.ts'

type Answer = (request: Request) => Promise<Response>

/** Passes a request on, and ends the other sessions of an account whose password it set. */
export function endsOthersWithPassword(database: Pick<Database, 'query'>, answer: Answer): Answer {
  return async (request) => {
    const isOfAccount = request.method === 'PUT' && new URL(request.url).pathname.endsWith('/auth/v1/user')
    const body = isOfAccount ? (JSON.parse((await request.clone().text()) || '{}') as { password?: string | null }) : {}
    const response = await answer(request)
    if (!body.password || !response.ok) {
      return response
    }
    // This answer shows that lite has checked the token.
    const { sub, session_id } = decodeJwt(request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '')
    await database.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [sub, session_id ?? null])
    return response
  }
}
