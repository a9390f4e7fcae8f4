import { parseCookie, stringifySetCookie } from 'cookie'
import type { RouterContextProvider } from 'react-router'
import { siteContext } from '../process/backend.server.ts'

type Context = Readonly<RouterContextProvider>

/** The cookies that the server writes. An answer to a request with one of them is that person's own. */
const personal = ['session', 'toast', 'typed', 'opened'] as const
type Personal = (typeof personal)[number]
type CookieName = Personal | `__Host-${Personal}`

/** Whether a Cookie header has a cookie that makes the answer one person's own. */
export function hasPersonalCookie(cookies: string): boolean {
  const names = Object.keys(parseCookie(cookies, { decode: decoded }))
  return personal.some((name) => names.includes(name) || names.includes(`__Host-${name}`))
}

/** Reads a cookie; null when it is missing or not written by us. */
export function readCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.get('cookie') ?? '', { decode: decoded })[name] ?? null
}

/**
 * Reads a cookie that our script wrote, as it was sent: a network in front that tells pages apart by it compares these letters, and no
 * others that mean the same.
 */
export function readPlainCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.get('cookie') ?? '', { decode: (value) => value })[name] ?? null
}

/** We did not write a value that cannot be decoded. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) {
      return undefined
    }
    throw error
  }
}

/** A Set-Cookie line. HttpOnly, SameSite=Lax, the whole site; Secure where the site is reached by https. Age in seconds, 0 removes. */
export function writeCookie(context: Context, name: CookieName, value: string, maxAge: number): string {
  const { secure } = context.get(siteContext)
  return stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure })
}

/** A cookie's name with the prefix that ties it to this host, where browsers allow the prefix (https only). */
export function hostOnly(context: Context, name: Personal): CookieName {
  return context.get(siteContext).secure ? `__Host-${name}` : name
}
