import type { MiddlewareHandler } from 'hono'
import { plainPage } from './plain-page.ts'
import { isReceiving } from './receive-partials.ts'

/** Bytes of the largest form without a file; a password of a megabyte is none. */
const MOST_FORM_BYTES = 128 * 1024
/** The console's forms hold whole chapters and posts. */
const MOST_CONSOLE_FORM_BYTES = 2 * 1024 * 1024
const CONSOLE = /^\/admin(\/|\.data$)/
/** A photo as a phone takes it; the form makes it smaller before it is sent wherever the browser can. */
const MOST_PICTURE_BYTES = 12 * 1024 * 1024
const PICTURES = /^\/admin\/pictures$/
/** The pages whose form has a file. Each reads the body as it comes, counts for itself and says at the field what is wrong. */
const TAKES_A_FILE = /^\/(dashboard|upload-materials(\/[0-9a-f-]{36}\/replace)?)(\/|\.data|\/_\.data)?$/
/** What is read of a form that was refused already. */
const MOST_READ_IN_VAIN_BYTES = 8 * 1024 * 1024
const MOST_ADDRESS_LETTERS = 8 * 1024

/** Refuses addresses and forms beyond any honest size before anything reads them, whether their length is stated or not. */
export function sizeLimits(): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.raw.url.length > MOST_ADDRESS_LETTERS) {
      return plainPage(c, 414, { title: 'This address is too long', text: 'A part of it may have been pasted twice.' })
    }
    const { body } = c.req.raw
    const isMultipart = c.req.header('content-type')?.startsWith('multipart/form-data')
    if (!body || (isMultipart && TAKES_A_FILE.test(c.req.path)) || isReceiving(c.req.path)) {
      return next()
    }
    // Without `connection: close`, which would reset the connection and lose the answer: the adapter reads on, within bounds of its own.
    const tooLarge = () =>
      plainPage(c, 413, { title: 'This form is too large', text: 'Go back, shorten what you typed and send it again.' })
    const most = PICTURES.test(c.req.path)
      ? MOST_PICTURE_BYTES
      : CONSOLE.test(c.req.path)
        ? MOST_CONSOLE_FORM_BYTES
        : MOST_FORM_BYTES
    if (Number(c.req.header('content-length') ?? 0) > most) {
      return tooLarge()
    }
    const counted = countingUpTo(most, body)
    c.req.raw = new Request(c.req.raw, { body: counted.stream, duplex: 'half' } as RequestInit)
    await next()
    // To whoever read it the form only broke off; why, is known here.
    if (counted.isOver()) {
      await c.res.body?.cancel()
      // Hono would carry the other answer's headers over, its encoding among them.
      c.res = undefined
      c.res = await tooLarge()
    }
    return undefined
  }
}

/** The body as long as it stays within `most` bytes; beyond them it breaks off. */
function countingUpTo(most: number, body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  let seen = 0
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      seen += value?.byteLength ?? 0
      if (done) {
        controller.close()
      } else if (seen > most) {
        controller.error(new TooLarge('The form is too large'))
        readOn(reader).catch(wentAway)
      } else {
        controller.enqueue(value)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { stream, isOver: () => seen > most }
}

/** `app/platform/forms/form.server.ts` knows it by its name. */
class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** That the sender goes away is of no interest any more; a reader that is used wrongly (a TypeError) is. */
function wentAway(error: unknown): void {
  if (error instanceof TypeError) {
    console.error(`The rest of a form that is too large could not be read: ${error.stack ?? error.message}`)
  }
}

/** To stop reading would reset the connection, and the sender might never see the answer. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let left = MOST_READ_IN_VAIN_BYTES
  while (left > 0) {
    const { done, value } = await reader.read()
    if (done) {
      return
    }
    left -= value.byteLength
  }
  await reader.cancel()
}
