import type { MiddlewareHandler } from 'hono'
import { plainPage } from '../responses/plain-page.ts'

/**
 * Rejects requests that another site makes a browser send (CSRF). Behind a proxy our origin is SITE_URL; otherwise it
 * is the Host of the request, so that a phone in the same network can use the site too.
 */
export function sameOriginOnly(siteUrl: string | null): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') {
      return next()
    }
    const origin = c.req.header('origin')
    const expected = siteUrl ?? new URL(c.req.url).origin
    const foreign = origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : origin !== expected
    if (foreign) {
      return plainPage(c, 403, {
        title: 'This form was sent from another site',
        text: 'Open the page here and send it again.',
      })
    }
    return next()
  }
}
