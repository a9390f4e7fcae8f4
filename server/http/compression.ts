import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { Duplex } from 'node:stream'
import type { MiddlewareHandler } from 'hono'

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg)/
/** Below this a compressed answer saves nothing worth the work. */
const LEAST_BYTES = 600

/**
 * Compresses pages as they come: brotli 5, or gzip for who has no brotli. Each piece is flushed, so that a page that streams is seen as it
 * streams. Files that were compressed by the build carry their encoding already and pass through.
 */
export function compression(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers, body } = c.res
    if (!body || headers.has('content-encoding') || c.req.method === 'HEAD') {
      return
    }
    const known = headers.get('content-length')
    if (!COMPRESSIBLE.test(headers.get('content-type') ?? '') || (known !== null && Number(known) < LEAST_BYTES)) {
      return
    }
    headers.append('vary', 'accept-encoding')
    const accepted = c.req.header('accept-encoding') ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    if (!encoding) {
      return
    }
    const stream =
      encoding === 'br'
        ? createBrotliCompress({
            flush: constants.BROTLI_OPERATION_FLUSH,
            params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
          })
        : createGzip({ flush: constants.Z_SYNC_FLUSH })
    const compressed = new Response(body.pipeThrough(Duplex.toWeb(stream) as ReadableWritablePair<Uint8Array, Uint8Array>), c.res)
    compressed.headers.delete('content-length')
    compressed.headers.set('content-encoding', encoding)
    c.res = compressed
  }
}
