import { parseCookie, stringifySetCookie } from 'cookie'
import type { RouterContextProvider } from 'react-router'
import { siteContext } from '../process/backend.server.ts'

type Context = Readonly<RouterContextProvider>

/** Reads a cookie; null when it is missing or not written by us. */
export function readCookie(request: Request, name: string): string | null {
  return parseCookie(request.headers.get('cookie') ?? '', { decode: decoded })[name] ?? null
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
export function writeCookie(context: Context, name: string, value: string, maxAge: number): string {
  const { secure } = context.get(siteContext)
  return stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure })
}

/** A cookie's name with the prefix that ties it to this host, where browsers allow the prefix (https only). */
export function hostOnly(context: Context, name: string): string {
  return context.get(siteContext).secure ? `__Host-${name}` : name
}
