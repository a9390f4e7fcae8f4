/*
 * Links that the checkout remembers: ?by=CODE of a class rep on any page (docs/decisions/0057), and ?code=CODE of a
 * discount on the pages of the shop (0056). The browser keeps the code in a cookie that it sends only below /buy, so
 * cached pages stay the same for all.
 */
import { stringifySetCookie } from 'cookie'
import type { Context, MiddlewareHandler } from 'hono'
import { getCode } from '#app/services/discount-code.ts'
import { CLASS_LINK_COOKIE, CLASS_LINK_DAYS, DISCOUNT_COOKIE, DISCOUNT_LINK_DAYS } from '#app/services/checkout-links.ts'
import { getAddress } from './site.ts'
import { type Counting, isRead } from './views-and-clicks.ts'

/** The code of a class rep as it may be typed (class_reps.code). */
const CLASS_CODE = /^[a-z]{2,8}\d{1,6}$/i
/** The pages with works. The checkout reads the code of its own address, and other pages have codes of other kinds. */
const SHOP = /^\/(?:marketplace|material-preview\/[^/]+)?$/

/** Returns true if the link is opened in a window: a picture or frame of another site sets no cookie. */
const isInWindow = ({ req: { method, raw } }: Context) =>
  method === 'GET' && (raw.headers.get('sec-fetch-dest') ?? 'document') === 'document'

/** Remembers discount codes of links, and redirects, remembers and counts class links. The database ignores unknown codes. */
export function openCheckoutLinks(counting: Counting, secure: boolean): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    const by = searchParams.get('by') ?? ''
    if ((c.req.method === 'GET' || c.req.method === 'HEAD') && CLASS_CODE.test(by)) {
      return openClassLink(c, by.toUpperCase())
    }
    await next()
    const discount = SHOP.test(pathname) ? getCode(searchParams.get('code') ?? '') : null
    if (discount !== null && isInWindow(c)) {
      remember(c, DISCOUNT_COOKIE, discount, DISCOUNT_LINK_DAYS)
    }
    return undefined
  }

  function remember(c: Context, name: string, value: string, days: number): void {
    const cookie = { name, value, path: '/buy', httpOnly: true, sameSite: 'lax', maxAge: days * 24 * 60 * 60, secure } as const
    c.header('set-cookie', stringifySetCookie(cookie), { append: true })
    c.header('cache-control', 'no-store')
  }

  /** Leads to the page without the code, so that it is not shared on. */
  async function openClassLink(c: Context, code: string): Promise<Response> {
    const { pathname, searchParams } = new URL(c.req.url)
    searchParams.delete('by')
    // The source of the visit (app/services/read-source.ts).
    searchParams.set('utm_source', 'rep')
    c.header('cache-control', 'no-store')
    if (isInWindow(c) && isRead(c.req.raw.headers)) {
      remember(c, CLASS_LINK_COOKIE, code, CLASS_LINK_DAYS)
      const { wait } = await counting.limiter.consume('views-and-clicks', getAddress(c, counting.isProxy), {})
      if (wait === 0) {
        counting.counted.count('views', `by:${code}`, 'rep')
      }
    }
    // Two slashes would begin the name of another host.
    return c.redirect(`/${pathname.replace(/^[/\\]+/, '')}?${searchParams.toString()}`, 302)
  }
}
