/*
 * Repair of @supabase/lite 0.10.0. It checks whether an address has an account and creates one a moment later, so of
 * simultaneous sign-ups with one address all but one end in 500. It likewise renews one refresh token several times
 * at once, which creates several sessions; each of them may later be treated as stolen. Here such requests run one
 * after the other. Test: tests/contract/auth-sign-up.test.ts and auth-tokens.test.ts (the renewals fail on PostgreSQL
 * only: CONTRACT_DATABASE_URL).
 */
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'

type Handler = (request: Request) => Response | Promise<Response>

/**
 * Returns a handler that serializes sign-ups with the same address and renewals by the same token. Others run at
 * once.
 */
export function serializePerAccount() {
  const serialize = queuePerKey()
  return async (request: Request, handler: Handler): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const isRenewal = pathname.endsWith('/token') && searchParams.get('grant_type') === 'refresh_token'
    if (!request.body || !(isRenewal || pathname.endsWith('/signup'))) {
      return handler(request)
    }
    const text = await request.clone().text()
    const { email, refresh_token } = JSON.parse(text || '{}') as { email?: string | null; refresh_token?: string | null }
    const key = isRenewal ? `token ${refresh_token}` : `address ${String(email).toLowerCase()}`
    return serialize(key, async () => handler(request))
  }
}
