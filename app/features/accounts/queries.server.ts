import type { RouterContextProvider } from 'react-router'
import { authClient } from '#app/services/backend.server.ts'

/**
 * Returns the account's current address (a token may still contain the old one), and the new address while it awaits
 * confirmation. Null if the session was ended elsewhere, because its token is still valid for a while.
 * @throws if the backend did not respond.
 */
export async function getAddresses(
  context: Readonly<RouterContextProvider>,
  accessToken: string,
): Promise<{ email: string; waiting: string | null } | null> {
  const { data, error } = await authClient(context).auth.getUser(accessToken)
  if (error?.status && error.status < 500 && error.status !== 429) {
    return null
  }
  if (error || !data.user.email) {
    throw new Error('Could not read the account', { cause: error })
  }
  return { email: data.user.email, waiting: data.user.new_email || null }
}
