/*
 * Class links (docs/decisions/0057): ?by=CODE on any page leads to the page without it. The browser keeps the code for
 * thirty days in a cookie that it sends only below /buy, so cached pages stay the same for all.
 */
import { stringifySetCookie } from 'cookie'
import type { MiddlewareHandler } from 'hono'
import { CLASS_LINK_COOKIE, CLASS_LINK_DAYS } from '#app/services/class-links.ts'
import { getAddress } from './site.ts'
import { type Counting, isRead } from './views-and-clicks.ts'

/** A code as it may be typed (class_reps.code). */
const CODE = /^[a-z]{2,8}\d{1,6}$/i

/** Returns true if a person opened the link in a window: a picture or frame of another site sets no cookie. */
const isOpened = (headers: Headers) => isRead(headers) && (headers.get('sec-fetch-dest') ?? 'document') === 'document'

/** Redirects class links, and remembers and counts them. Unknown codes are ignored by the database. */
export function openClassLinks(counting: Counting, secure: boolean): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    const code = searchParams.get('by') ?? ''
    if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || !CODE.test(code)) {
      return next()
    }
    searchParams.delete('by')
    // The source of the visit (app/services/read-source.ts).
    searchParams.set('utm_source', 'rep')
    c.header('cache-control', 'no-store')
    if (c.req.method === 'GET' && isOpened(c.req.raw.headers)) {
      const name = code.toUpperCase()
      const maxAge = CLASS_LINK_DAYS * 24 * 60 * 60
      c.header(
        'set-cookie',
        stringifySetCookie({
          name: CLASS_LINK_COOKIE,
          value: name,
          path: '/buy',
          httpOnly: true,
          sameSite: 'lax',
          maxAge,
          secure,
        }),
      )
      const { wait } = await counting.limiter.consume('views-and-clicks', getAddress(c, counting.isProxy), {})
      if (wait === 0) {
        counting.counted.count('views', `by:${name}`, 'rep')
      }
    }
    // Two slashes would begin the name of another host.
    return c.redirect(`/${pathname.replace(/^[/\\]+/, '')}?${searchParams.toString()}`, 302)
  }
}
