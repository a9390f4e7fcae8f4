import { type Context, Hono } from 'hono'
import type { EmbeddedBackend } from '../backend/start.ts'

const SHOWN = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'])

/**
 * Serves the files of the embedded backend's public buckets at the address that supabase-js generates. This is the
 * only part of that backend that is reachable from outside. Pictures are shown; anything else is only downloaded.
 */
export function publicFiles(backend: EmbeddedBackend, notHere: (c: Context) => Response | Promise<Response>): Hono {
  const app = new Hono()
  app.get('/storage/v1/object/public/*', async (c) => {
    const { pathname } = new URL(c.req.url)
    const conditions = new Headers({ apikey: backend.keys.publishable_key })
    for (const name of ['if-none-match', 'range']) {
      const value = c.req.header(name)
      if (value) {
        conditions.set(name, value)
      }
    }
    const stored = await backend.fetch(`${backend.url}${pathname}`, { headers: conditions })
    if (stored.status !== 200 && stored.status !== 206 && stored.status !== 304) {
      await stored.body?.cancel()
      return notHere(c)
    }
    const headers = new Headers({
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    })
    for (const name of ['content-length', 'content-range', 'etag', 'last-modified', 'accept-ranges']) {
      const value = stored.headers.get(name)
      if (value) {
        headers.set(name, value)
      }
    }
    const type = stored.headers.get('content-type')?.split(';')[0] ?? ''
    headers.set('content-type', SHOWN.has(type) ? type : 'application/octet-stream')
    if (!SHOWN.has(type)) {
      headers.set('content-disposition', 'attachment')
    }
    return new Response(stored.body, { status: stored.status, headers })
  })
  return app
}
