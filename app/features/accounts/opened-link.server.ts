import type { RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from '../../platform/session/cookies.server.ts'

/*
 * A link for a new password works once. When the password is then refused (too weak, or the same as before), or the backend fails before it
 * is set, the session that the link opened waits in a cookie of its own for the next try. No page takes that cookie for a sign-in: it serves the
 * form of this very link and nothing else.
 */

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }
/** The session that a link opened. `unsure`: a password was sent in it, and no answer came. */
export type Opened = { tokens: Tokens; unsure: boolean }

const TEN_MINUTES = 600
const UNSURE = 'unsure'

/** The Set-Cookie line that keeps an opened link for ten minutes. */
export function keepOpened(context: Context, tokenHash: string, { tokens, unsure }: Opened): string {
  const parts = [tokenHash, tokens.access_token, tokens.refresh_token, ...(unsure ? [UNSURE] : [])]
  return writeCookie(context, hostOnly(context, 'opened'), parts.join(' '), TEN_MINUTES)
}

/** The Set-Cookie line that forgets it. */
export function forgetOpened(context: Context): string {
  return writeCookie(context, hostOnly(context, 'opened'), '', 0)
}

/** The session that this very link opened in this browser a moment ago; null when there is none. */
export function openedBy(request: Request, context: Context, tokenHash: string): Opened | null {
  const [opener, access_token, refresh_token, note] = (readCookie(request, hostOnly(context, 'opened')) ?? '').split(' ')
  return opener && opener === tokenHash && access_token && refresh_token
    ? { tokens: { access_token, refresh_token }, unsure: note === UNSURE }
    : null
}
