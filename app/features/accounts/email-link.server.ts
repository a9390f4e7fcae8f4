import { href, type RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from '#app/platform/session/cookies.server.ts'

/* A link for a new password works once. If the password is then rejected (too weak, or the same as before), or the
   backend fails before it is set, a separate cookie stores the session that the link opened for the next attempt.
   This cookie signs no one in: only the form of this link uses it. */

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }
/**
 * The session that a link opened. `unsure`: a password was sent in it, but no response arrived. `unbound`: the account
 * may still have the names of another user (`bindAccount`).
 */
export type Opened = { tokens: Tokens; note: 'unsure' | 'unbound' | null }

const TEN_MINUTES = 600
const THIRTY_DAYS = 2592000

/** Returns the Set-Cookie line that stores an opened link for ten minutes. */
export function openedLinkCookie(context: Context, tokenHash: string, { tokens, note }: Opened): string {
  const parts = [tokenHash, tokens.access_token, tokens.refresh_token, ...(note ? [note] : [])]
  return writeCookie(context, hostOnly(context, 'opened'), parts.join(' '), TEN_MINUTES)
}

/** Returns the Set-Cookie line that stores for 30 days that a link was used. */
export function usedLinkCookie(context: Context, tokenHash: string): string {
  return writeCookie(context, 'used-link', tokenHash, THIRTY_DAYS, href('/auth/confirm'))
}

/** Returns true if this link was the last that was used in this browser. */
export function isUsedLink(request: Request, tokenHash: string): boolean {
  return tokenHash !== '' && readCookie(request, 'used-link') === tokenHash
}

/** Returns the Set-Cookie line that removes it. */
export function expiredLinkCookie(context: Context): string {
  return writeCookie(context, hostOnly(context, 'opened'), '', 0)
}

/** Returns the session that this link recently opened in this browser, or null. */
export function readOpenedLink(request: Request, context: Context, tokenHash: string): Opened | null {
  const [opener, access_token, refresh_token, note] = (readCookie(request, hostOnly(context, 'opened')) ?? '').split(' ')
  return opener && opener === tokenHash && access_token && refresh_token
    ? { tokens: { access_token, refresh_token }, note: note === 'unsure' || note === 'unbound' ? note : null }
    : null
}
