import type { SupabaseClient } from '@supabase/supabase-js'
import type { RouterContextProvider } from 'react-router'
import { userClient } from '#app/platform/process/backend.server.ts'
import type { Database } from '#app/platform/process/database.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { endSessions, signInWith } from './commands.server.ts'

/**
 * Runs `act` after the user confirms their password. The database requires a session that started recently
 * (`private.require_recent_sign_in`), so a new one is opened for `act`. Attempts count against the limit for current
 * passwords (docs/decisions/0017).
 * @returns the result of `act`, or the error for the password's field with its status.
 * @throws if the backend or `act` failed.
 */
export async function withPasswordAgain<Result>(
  context: Readonly<RouterContextProvider>,
  email: string,
  password: FormDataEntryValue | null,
  act: (client: SupabaseClient<Database>) => Promise<Result>,
): Promise<{ done: Result } | { rejection: string; status: 400 | 429 }> {
  if (typeof password !== 'string' || password === '') {
    return { rejection: 'Type your own password', status: 400 }
  }
  const turn = await consumeRateLimit(context, 'present-password')
  if (turn.rejection) {
    return { rejection: turn.rejection, status: 429 }
  }
  try {
    const signedIn = await signInWith(context, email, password)
    if ('rejection' in signedIn) {
      const { errors, message } = signedIn.rejection
      const reason = errors.password ? 'This is not your password. Look for a capital letter or a space.' : message
      return { rejection: reason, status: 400 }
    }
    await turn.succeeded()
    const { access_token } = signedIn.tokens
    try {
      return { done: await act(userClient(context, access_token)) }
    } finally {
      await endSessions(context, access_token, 'local')
    }
  } catch (error) {
    await turn.release()
    throw error
  }
}
