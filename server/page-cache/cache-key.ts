import type { HonoRequest } from 'hono'
import { LRUCache } from 'lru-cache'
import { agreedEncoding } from '../responses/encoding.ts'

/** Parameters that advertisements and messengers add to links. No page reads them. */
const TRACKING = /^(utm_[a-z_]+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_cid|mc_eid)=/
const MAX_URL_LENGTH = 1000

/** Encodings by Accept-Encoding header. Browsers send few, and parsing one takes a tenth of a cached response. */
const encodings = new LRUCache<string, string>({ max: 100, memoMethod: (header) => agreedEncoding(header) ?? 'identity' })

/** A function that names the page variant for a Cookie header. Null if the response may be personal. */
export type VariantKey = (cookies: string | undefined) => string | null

/** Returns the key of a response: encoding, variant and address. Null if the response must not be cached. */
export function cacheKey(request: HonoRequest, variantKey: VariantKey): string | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || request.url.length > MAX_URL_LENGTH || request.header('authorization') !== undefined) {
    return null
  }
  const variant = variantKey(request.header('cookie'))
  const encoding = encodings.memo(request.header('accept-encoding') ?? '')
  return variant && `${encoding} ${variant} ${withoutTracking(request.url)}`
}

/** Returns the path and query of a URL without tracking parameters. The host is left out: pages do not depend on it. */
function withoutTracking(url: string): string {
  const target = url.slice(url.indexOf('/', 'https://'.length))
  const question = target.indexOf('?')
  if (question < 0) {
    return target
  }
  const path = target.slice(0, question)
  const own = target
    .slice(question + 1)
    .split('&')
    .filter((pair) => pair !== '' && !TRACKING.test(pair))
  return own.length === 0 ? path : `${path}?${own.join('&')}`
}
