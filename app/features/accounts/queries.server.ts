import type { RouterContextProvider } from 'react-router'
import { authClient } from '#app/platform/process/backend.server.ts'

/**
 * The account's present address (a token may still contain the old one), and the new address while it waits for confirmation. Null when the
 * session was ended elsewhere, because its token is still valid for a while.
 * @throws when the backend did not answer.
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
    throw new Error('The account could not be read', { cause: error })
  }
  return { email: data.user.email, waiting: data.user.new_email || null }
}
