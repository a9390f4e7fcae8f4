import type { RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from '#app/platform/session/cookies.server.ts'

/*
 * A link for a new password works once. When the password is then refused (too weak, or the same as before), or the backend fails before it
 * is set, the session that the link opened is kept in a separate cookie for the next try. This cookie signs nobody in: only the form of
 * this link uses it.
 */

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }
/** The session that a link opened. `unsure`: a password was sent in it, but no answer arrived. */
export type Opened = { tokens: Tokens; unsure: boolean }

const TEN_MINUTES = 600
const UNSURE = 'unsure'

/** The Set-Cookie line that keeps an opened link for ten minutes. */
export function keepOpened(context: Context, tokenHash: string, { tokens, unsure }: Opened): string {
  const parts = [tokenHash, tokens.access_token, tokens.refresh_token, ...(unsure ? [UNSURE] : [])]
  return writeCookie(context, hostOnly(context, 'opened'), parts.join(' '), TEN_MINUTES)
}

/** The Set-Cookie line that removes it. */
export function forgetOpened(context: Context): string {
  return writeCookie(context, hostOnly(context, 'opened'), '', 0)
}

/** The session that this link opened in this browser shortly before; null when there is none. */
export function openedBy(request: Request, context: Context, tokenHash: string): Opened | null {
  const [opener, access_token, refresh_token, note] = (readCookie(request, hostOnly(context, 'opened')) ?? '').split(' ')
  return opener && opener === tokenHash && access_token && refresh_token
    ? { tokens: { access_token, refresh_token }, unsure: note === UNSURE }
    : null
}
