import { stringifySetCookie } from 'cookie'
import { redirect, type RouterContextProvider } from 'react-router'
import { readPlainCookie } from '#app/platform/session/cookies.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import {
  COOKIE,
  COOKIE_AGE,
  COOKIE_PATHS,
  formatSettings,
  parseSettings,
  type ReadingSettings,
} from '#app/platform/session/reading-settings.ts'

/**
 * Returns how this browser shows the text.
 * @throws a redirect that stores the settings, when the address states them: the form of the panel was sent.
 */
export function readSettings(
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  headers: Readonly<Record<string, string>> = {},
): ReadingSettings {
  const stored = parseSettings(readPlainCookie(request, COOKIE))
  const { searchParams } = url
  if (!searchParams.has('size') && !searchParams.has('tone')) {
    return stored
  }
  const wanted = parseSettings(`${searchParams.get('size') ?? stored.size}.${searchParams.get('tone') ?? stored.tone}`)
  const rest = new URLSearchParams(searchParams)
  rest.delete('size')
  rest.delete('tone')
  const response = redirect(url.pathname + (rest.size > 0 ? `?${rest}` : ''), {
    status: 303,
    headers: { 'cache-control': 'no-store', ...headers },
  })
  const { secure } = context.get(siteContext)
  for (const path of COOKIE_PATHS) {
    // The site's script writes it too, so that a choice is kept at once.
    const cookie = { name: COOKIE, value: formatSettings(wanted), path, sameSite: 'lax', maxAge: COOKIE_AGE, secure } as const
    response.headers.append('set-cookie', stringifySetCookie(cookie))
  }
  throw response
}
