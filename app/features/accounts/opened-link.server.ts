import type { RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from '../../platform/cookies.server.ts'

/*
 * A link for a new password works once. When the backend then refuses the password (too weak, or the same as before), the session that
 * the link opened waits in a cookie of its own for the next try; it signs nobody in by itself.
 */

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }

const TEN_MINUTES = 600

/** The Set-Cookie line that keeps an opened link for ten minutes. */
export function keepOpened(context: Context, tokenHash: string, { access_token, refresh_token }: Tokens): string {
  return writeCookie(context, hostOnly(context, 'opened'), `${tokenHash} ${access_token} ${refresh_token}`, TEN_MINUTES)
}

/** The Set-Cookie line that forgets it. */
export function forgetOpened(context: Context): string {
  return writeCookie(context, hostOnly(context, 'opened'), '', 0)
}

/** The session that this very link opened in this browser a moment ago; null when there is none. */
export function openedBy(request: Request, context: Context, tokenHash: string): Tokens | null {
  const [opener, access_token, refresh_token] = (readCookie(request, hostOnly(context, 'opened')) ?? '').split(' ')
  return opener && opener === tokenHash && access_token && refresh_token ? { access_token, refresh_token } : null
}
