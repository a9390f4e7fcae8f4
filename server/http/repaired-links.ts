import type { MiddlewareHandler } from 'hono'

/** The marks that a sentence or a chat adds to the end of a link; none of our addresses ends in one. */
const MARK = String.raw`(?:[.,;:!?)\]}>'"*”’…]|%(?:22|27|29|2A|3E|5D|7D|E2%80%(?:99|9D|A6)))`
// A match begins only where a row of marks begins: a long row inside an address would take quadratic time otherwise.
const ADDED = new RegExp(`(?<!${MARK})${MARK}+$`, 'i')

/** An address that ends in a slug with capitals, which no slug has. */
const CAPITALS = /^\/(?:material-preview|blog|buy)\/[\w-]*[A-Z][\w-]*$/

/**
 * Redirects links that were damaged on their way: a mark at the end of the address, a slug in capitals, and &amp; for &
 * between parameters. Marks at the end of the parameters are removed below /auth only, where emails lead; elsewhere
 * someone may search for them.
 */
export const repairLinks = (): MiddlewareHandler => async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const whole = pathname.replace(ADDED, '')
  const path = CAPITALS.test(whole) ? whole.toLowerCase() : whole
  const parameters = search.replaceAll('&amp;', '&')
  const repaired = path + (path.startsWith('/auth/') ? parameters.replace(ADDED, '') : parameters)
  if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || repaired === pathname + search) {
    return next()
  }
  // Two slashes would begin the name of another host.
  return c.redirect(`/${repaired.replace(/^[/\\]+/, '')}`, 301)
}
