import type { SupabaseClient } from '@supabase/supabase-js'
import type { RouterContextProvider } from 'react-router'
import { personClient } from '../../platform/process/backend.server.ts'
import type { Database } from '../../platform/process/database.types.ts'
import { takeTurn } from '../../platform/limits/limits.server.ts'
import { endSessions, signInWith } from './commands.server.ts'

/**
 * Does something for who gives their password again: the database wants a session that began just now (`private.signed_in_just_now`), and has
 * one for as long as `act` takes. Tries count where the present password is asked for (docs/decisions/0017).
 * @returns what `act` answered, or the sentence for the password's field with the status it goes out under.
 * @throws when the backend failed, or `act` did.
 */
export async function withPasswordAgain<Result>(
  context: Readonly<RouterContextProvider>,
  email: string,
  password: FormDataEntryValue | null,
  act: (client: SupabaseClient<Database>) => Promise<Result>,
): Promise<{ done: Result } | { refusal: string; status: 400 | 429 }> {
  if (typeof password !== 'string' || password === '') {
    return { refusal: 'Type your own password', status: 400 }
  }
  const turn = await takeTurn(context, 'present-password')
  if (turn.refusal) {
    return { refusal: turn.refusal, status: 429 }
  }
  try {
    const signedIn = await signInWith(context, email, password)
    if ('refusal' in signedIn) {
      const { errors, message } = signedIn.refusal
      const reason = errors.password ? 'This is not your password. Look for a capital letter or a space.' : message
      return { refusal: reason, status: 400 }
    }
    await turn.succeeded()
    const { access_token } = signedIn.tokens
    try {
      return { done: await act(personClient(context, access_token)) }
    } finally {
      await endSessions(context, access_token, 'local')
    }
  } catch (error) {
    await turn.giveBack()
    throw error
  }
}
