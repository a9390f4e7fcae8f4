import type { HonoRequest } from 'hono'
import { agreedEncoding } from '../http/encoding.ts'

/** Parameters that advertisements and messengers add to links. No page reads them. */
const TRACKING = /^(utm_[a-z_]+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_cid|mc_eid)=/
const MAX_URL_LENGTH = 1000

/** Names the variant of a page that a Cookie header asks for. Null if the response may be personal. */
export type VariantKey = (cookies: string | undefined) => string | null

/** Returns the key of a response: encoding, variant and address. Null if the response must not be cached. */
export function cacheKey(request: HonoRequest, variantKey: VariantKey): string | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || request.url.length > MAX_URL_LENGTH || request.header('authorization') !== undefined) {
    return null
  }
  const variant = variantKey(request.header('cookie'))
  const encoding = agreedEncoding(request.header('accept-encoding')) ?? 'identity'
  return variant && `${encoding} ${variant} ${withoutTracking(request.url)}`
}

/** Returns the path and query of a URL without tracking parameters. The host is left out: pages do not depend on it. */
function withoutTracking(url: string): string {
  const { pathname, search } = new URL(url)
  const pairs = search.slice(1).split('&')
  const own = pairs.filter((pair) => pair !== '' && !TRACKING.test(pair))
  return own.length === 0 ? pathname : `${pathname}?${own.join('&')}`
}
