import type { MiddlewareHandler } from 'hono'

/** Bytes of the largest form without a file; a password of a megabyte is none. */
const MOST_FORM_BYTES = 128 * 1024
/** A form with a file: 50 MiB and its fields. The upload page reads it as it comes and says what is wrong with it. */
const MOST_ADDRESS_LETTERS = 8 * 1024

/** Refuses addresses and forms beyond any honest size before anything reads them, whether their length is stated or not. */
export function sizeLimits(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.raw.url.length > MOST_ADDRESS_LETTERS) {
      return c.text('This address is too long.', 414)
    }
    const { body } = c.req.raw
    if (!body || c.req.header('content-type')?.startsWith('multipart/form-data')) {
      return next()
    }
    if (Number(c.req.header('content-length') ?? 0) > MOST_FORM_BYTES) {
      return c.text('This form is too large.', 413, { connection: 'close' })
    }
    c.req.raw = new Request(c.req.raw, { body: body.pipeThrough(countingUpTo(MOST_FORM_BYTES)), duplex: 'half' } as RequestInit)
    return next()
  }
}

function countingUpTo(most: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > most) {
        controller.error(new Error('The form is too large'))
      } else {
        controller.enqueue(chunk)
      }
    },
  })
}
