import type { RouterContextProvider } from 'react-router'
import * as v from 'valibot'
import { readCookie, writeCookie } from '#app/platform/session/cookies.server.ts'
import { looksLikeToken } from '#app/services/orders.ts'

/** Seconds for which a browser remembers its buyer: half a year. */
const REMEMBERED_S = 182 * 24 * 60 * 60
/** The cookie has space for the newest orders only. */
const MAX_ORDERS = 12

const schema = v.object({
  email: v.pipe(v.string(), v.maxLength(254)),
  orders: v.pipe(
    v.array(v.object({ slug: v.pipe(v.string(), v.maxLength(200)), token: v.pipe(v.string(), v.check(looksLikeToken)) })),
    v.maxLength(MAX_ORDERS),
  ),
})

/** The buyer as the browser remembers them: the last email, and the tokens of the newest orders. */
export type Buyer = v.InferOutput<typeof schema>

/** Returns what this browser remembers. The browser sends it only to the pages below /buy. */
export function readBuyer(request: Request): Buyer {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readCookie(request, 'buyer') ?? '')
  return parsed.success ? parsed.output : { email: '', orders: [] }
}

/** Returns the Set-Cookie header that remembers an order and its email, unless the email is empty. */
export function rememberOrder(
  context: Readonly<RouterContextProvider>,
  before: Buyer,
  { email, slug, token }: { email: string; slug: string; token: string },
): string {
  // An earlier order of the same work stays, because it may be the one that was paid.
  return store(context, { email: email || before.email, orders: [{ slug, token }, ...before.orders].slice(0, MAX_ORDERS) })
}

/** Returns the Set-Cookie header that removes all of it. */
export function forgetBuyer(context: Readonly<RouterContextProvider>): string {
  return writeCookie(context, 'buyer', '', 0, '/buy')
}

const store = (context: Readonly<RouterContextProvider>, buyer: Buyer) =>
  writeCookie(context, 'buyer', JSON.stringify(buyer), REMEMBERED_S, '/buy')
