import type { RouterContextProvider } from 'react-router'
import { visitorClient } from '../../platform/process/backend.server.ts'

/**
 * The address of the account as it is now (a token may still say the one before), and the one it is to move to, while that waits for
 * both to confirm it. Null when the session was ended elsewhere: its token is still good for a while, and must not be here.
 * @throws when the backend did not answer.
 */
export async function addressesOf(
  context: Readonly<RouterContextProvider>,
  accessToken: string,
): Promise<{ email: string; waiting: string | null } | null> {
  const { data, error } = await visitorClient(context).auth.getUser(accessToken)
  if (error?.status && error.status < 500 && error.status !== 429) {
    return null
  }
  if (error || !data.user.email) {
    throw new Error('The account could not be read', { cause: error })
  }
  return { email: data.user.email, waiting: data.user.new_email || null }
}
