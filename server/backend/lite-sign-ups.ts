/*
 * Repair of @supabase/lite 0.10.0. It looks whether an address has an account and makes one a moment later: of simultaneous sign-ups with
 * one address all but one end in 500. Here they take their turn.
 * Test: tests/contract/auth-sign-up.test.ts.
 */
import { queuePerKey } from './in-turn.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** Answers sign-ups with the same address one after the other, and everything else at once. */
export function onePerAddress() {
  const inTurn = queuePerKey()
  return async (request: Request, answer: Answer): Promise<Response> => {
    if (!new URL(request.url).pathname.endsWith('/signup') || !request.body) {
      return answer(request)
    }
    const text = await request.clone().text()
    const { email } = JSON.parse(text || '{}') as { email?: string | null }
    return inTurn(String(email).toLowerCase(), async () => answer(request))
  }
}
