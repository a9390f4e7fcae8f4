import type { RouterContextProvider } from 'react-router'
import { siteContext } from './backend.server.ts'

type Context = Readonly<RouterContextProvider>

/** Reads a cookie; null when it is missing or not written by us. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(pair.slice(at + 1).trim())
      } catch {
        return null
      }
    }
  }
  return null
}

/** A Set-Cookie line. HttpOnly, SameSite=Lax, the whole site; Secure where the site is reached by https. Age in seconds, 0 removes. */
export function writeCookie(context: Context, name: string, value: string, maxAge: number): string {
  const secure = context.get(siteContext).secure ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

/** A cookie's name with the prefix that ties it to this host, where browsers allow the prefix (https only). */
export function hostOnly(context: Context, name: string): string {
  return context.get(siteContext).secure ? `__Host-${name}` : name
}
