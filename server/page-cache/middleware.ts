/*
 * Caches public pages for visitors without a session (docs/decisions/0032). It surrounds everything that adds headers, so that a cached
 * page is sent without any other code. Only pages that say so in their Cache-Control are stored.
 */
import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { cacheKey, type VariantKey } from './cache-key.ts'
import type { CachedPage, PageCache } from './page-cache.ts'

/** Set by the site when a response consumed a rate limit. A cached response would not count, so it is not stored. */
export type PageCacheVariables = { Variables: { isRateLimited?: boolean } }

type Options = {
  cache: PageCache
  variantKey: VariantKey
  /** The Cache-Control of a page that is the same for every visitor. */
  shareable: string
}

/** Sends cached pages, and caches pages after they are rendered. */
export function pageCacheMiddleware({ cache, variantKey, shareable }: Options): MiddlewareHandler<PageCacheVariables> {
  /** Pages that are being rendered. Other requests for the same page wait, so that a busy page is rendered once. */
  const rendering = new Map<string, Promise<void>>()

  return async (c, next) => {
    const key = cacheKey(c.req, variantKey)
    if (key === null) {
      return next()
    }
    let page = cache.get(key)
    if (!page && rendering.has(key)) {
      await rendering.get(key)
      page = cache.get(key)
    }
    if (page) {
      return pageResponse(c, page)
    }
    // React Router renders no body for HEAD.
    if (c.req.method === 'HEAD') {
      return next()
    }
    const { version } = cache
    const { promise, resolve } = Promise.withResolvers<void>()
    rendering.set(key, promise)
    try {
      await next()
      if (c.res.status === 200 && c.res.headers.get('cache-control') === shareable) {
        page = await readPage(c.res)
        if (!c.get('isRateLimited')) {
          cache.set(key, { ...page, headers: { ...page.headers, 'cache-status': 'lamplight; hit' } }, version)
        }
        // Hono would merge the headers of the previous response into the new one.
        c.res = undefined
        c.res = pageResponse(c, page)
      }
    } finally {
      rendering.delete(key)
      resolve()
    }
    return undefined
  }
}

async function readPage(response: Response): Promise<CachedPage> {
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { etag, body, headers: { ...Object.fromEntries(response.headers), etag, 'content-length': String(body.byteLength) } }
}

/** Sends a page or a 304. A 304 has the other headers too: browsers take the content security policy from it. */
function pageResponse(c: Context, { etag, body, headers }: CachedPage): Response {
  if (!isMatch(c.req.header('if-none-match'), etag)) {
    return new Response(body, { headers })
  }
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers
  return new Response(null, { status: 304, headers: rest })
}

/** Returns true if the tag matches, by weak comparison (RFC 9110, 13.1.2): a proxy may have weakened it. */
function isMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch !== undefined &&
    (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
  )
}
