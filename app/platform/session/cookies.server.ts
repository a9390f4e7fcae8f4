import { href } from 'react-router'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/services/site.server.ts'

type Context = Readonly<RouterContextProvider>

/** The cookies that the server writes. A response to a request with one of them is personal. */
const personal = ['session', 'toast', 'typed', 'opened', 'confirmed', 'pending', 'signed-up', 'answer'] as const
type Personal = (typeof personal)[number]
/** The others are sent only to the pages below /buy (of buyers) and /auth/confirm (`used-link`), which are never cached. */
type CookieName = Personal | `__Host-${Personal}` | 'buyer' | 'own-class-link' | 'used-link'

/** Returns true if a Cookie header has a cookie that makes the response personal. */
export function hasPersonalCookie(cookies: string): boolean {
  const names = Object.keys(parseCookie(cookies, { decode: decodeValue }))
  return personal.some((name) => names.includes(name) || names.includes(`__Host-${name}`))
}

/** Reads a cookie; null if it is missing or not written by us. */
export function readCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.get('cookie') ?? '', { decode: decodeValue })[name] ?? null
}

/**
 * Reads a cookie of our script without decoding it: a CDN that varies pages by it compares these bytes, not equivalent
 * ones.
 */
export function readPlainCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.get('cookie') ?? '', { decode: (value) => value })[name] ?? null
}

/** Decodes a value; undefined if we did not write it. */
function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) {
      return undefined
    }
    throw error
  }
}

/**
 * Returns a Set-Cookie header: HttpOnly, SameSite=Lax; Secure if the site is reached by https. Age in seconds, 0
 * removes.
 */
export function writeCookie(context: Context, name: CookieName, value: string, maxAge: number, path = href('/')): string {
  const { secure } = context.get(siteContext)
  return stringifySetCookie({ name, value, path, httpOnly: true, sameSite: 'lax', maxAge, secure })
}

/** Returns a cookie's name with the prefix that ties it to this host, where browsers allow it (https only). */
export function hostOnly(context: Context, name: Personal): CookieName {
  return context.get(siteContext).secure ? `__Host-${name}` : name
}
