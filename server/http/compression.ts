import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { Duplex } from 'node:stream'
import type { MiddlewareHandler } from 'hono'
import { agreedEncoding, type Encoding } from './encoding.ts'

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg)/
/** Below this a compressed answer saves nothing worth the work. */
const LEAST_BYTES = 600

/**
 * Compresses pages as they come, in the encoding that browser and site agree on. Each piece is flushed, so that a streamed page is seen
 * while it streams. Answers that carry an encoding already (files that the build compressed, the list of topics) pass through. The answer to
 * HEAD gets the headers that GET would get.
 */
export function compression(): MiddlewareHandler {
  return async (c, next) => {
    const encoding = agreedEncoding(c)
    // Whoever has an answer in several encodings reads from this header which one was agreed.
    c.req.raw.headers.set('accept-encoding', encoding ?? 'identity')
    await next()
    const answer = c.res
    if (!isCompressible(answer) || (answer.body === null && c.req.method !== 'HEAD')) {
      return
    }
    const headers = new Headers(answer.headers)
    headers.append('vary', 'accept-encoding')
    if (encoding) {
      headers.set('content-encoding', encoding)
      headers.delete('content-length')
      const etag = headers.get('etag')
      if (etag && !etag.startsWith('W/')) {
        headers.set('etag', `W/${etag}`)
      }
    }
    const body = c.req.method === 'HEAD' ? null : encoding ? answer.body?.pipeThrough(compressor(encoding)) : answer.body
    // Hono copies the headers of an answer to the one that takes its place, and with them the length of the plain bytes. So the first one is removed before.
    c.res = undefined
    c.res = new Response(body, { status: answer.status, statusText: answer.statusText, headers })
    if (c.req.method === 'HEAD') {
      await answer.body?.cancel()
    }
  }
}

/** Whether an answer, or for HEAD the one that GET would get, is worth compressing. */
function isCompressible({ status, headers }: Response): boolean {
  const length = headers.get('content-length')
  return (
    // A part of a file is a part of its plain bytes.
    status !== 206 &&
    !headers.has('content-encoding') &&
    COMPRESSIBLE.test(headers.get('content-type') ?? '') &&
    (length === null || Number(length) >= LEAST_BYTES)
  )
}

function compressor(encoding: Encoding) {
  const stream =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH })
  return Duplex.toWeb(stream) as ReadableWritablePair<Uint8Array, Uint8Array>
}
