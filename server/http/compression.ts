import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { Duplex } from 'node:stream'
import type { MiddlewareHandler } from 'hono'
import { agreedEncoding, type Encoding } from '../responses/encoding.ts'

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg)/
/** Smaller responses (in bytes) are not compressed, because it saves too little. */
const MIN_BYTES = 600

/**
 * Compresses pages while they stream, in the best encoding that the browser accepts. Each chunk is flushed, so that
 * the browser shows a streamed page at once. Responses that are already encoded (files compressed by the build, the
 * list of topics) are not changed. A response to HEAD gets the headers of GET.
 */
export function compression(): MiddlewareHandler {
  return async (c, next) => {
    const encoding = agreedEncoding(c.req.header('accept-encoding'))
    // Caches learn from this header that the response depends on the encoding.
    c.req.raw.headers.set('accept-encoding', encoding ?? 'identity')
    await next()
    const response = c.res
    if (!isCompressible(response) || (response.body === null && c.req.method !== 'HEAD')) {
      return
    }
    const variesByEncoding = response.headers.get('vary')?.includes('accept-encoding') ?? false
    // Nothing needs to change here, and the length stays. A response to HEAD still has to lose its body.
    if (variesByEncoding && !encoding && c.req.method !== 'HEAD') {
      return
    }
    const headers = new Headers(response.headers)
    if (!variesByEncoding) {
      headers.append('vary', 'accept-encoding')
    }
    if (encoding) {
      headers.set('content-encoding', encoding)
      headers.delete('content-length')
      const etag = headers.get('etag')
      if (etag && !etag.startsWith('W/')) {
        headers.set('etag', `W/${etag}`)
      }
    }
    const body = c.req.method === 'HEAD' ? null : encoding ? response.body?.pipeThrough(compressor(encoding)) : response.body
    // Hono copies the headers of the old response to the new one, including the length of the plain bytes. So the old
    // response is removed first.
    c.res = undefined
    c.res = new Response(body, { status: response.status, statusText: response.statusText, headers })
    if (c.req.method === 'HEAD') {
      await response.body?.cancel()
    }
  }
}

/** Returns true if a response is worth compressing. A response to HEAD is judged like that to GET. */
function isCompressible({ status, headers }: Response): boolean {
  const length = headers.get('content-length')
  return (
    // A partial response (206) counts plain bytes, so it is not compressed.
    status !== 206 &&
    !headers.has('content-encoding') &&
    COMPRESSIBLE.test(headers.get('content-type') ?? '') &&
    (length === null || Number(length) >= MIN_BYTES)
  )
}

function compressor(encoding: Encoding) {
  const stream =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH })
  return Duplex.toWeb(stream) as ReadableWritablePair<Uint8Array, Uint8Array>
}
