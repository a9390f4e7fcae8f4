import type { MiddlewareHandler } from 'hono'
import { plainPage } from './plain-page.ts'
import { isReceiving } from './receive-partials.ts'

/** The largest form without a file, in bytes. */
const MOST_FORM_BYTES = 128 * 1024
/** The largest form of the console, in bytes: it may hold a chapter or a post. */
const MOST_CONSOLE_FORM_BYTES = 2 * 1024 * 1024
const CONSOLE = /^\/admin(\/|\.data$)/
/** The largest form with a photo, in bytes. The form makes a photo smaller before sending it when the browser can. */
const MOST_PICTURE_BYTES = 12 * 1024 * 1024
const PICTURES = /^\/admin\/pictures$/
/** The pages whose form has a file. Each of them counts the bytes itself and shows the error at the field. */
const TAKES_A_FILE =
  /^\/(dashboard|upload-materials(\/[0-9a-f-]{36}\/replace)?|admin\/catalogue\/materials\/[0-9a-f-]{36}\/file)(\/|\.data|\/_\.data)?$/
/** How many bytes of a refused form are still read. */
const MOST_READ_IN_VAIN_BYTES = 8 * 1024 * 1024
const MOST_ADDRESS_LETTERS = 8 * 1024

/** Refuses addresses and forms that are too large before any other code reads them, with or without a stated length. */
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
    // Not with `connection: close`, which would reset the connection and lose the answer. The adapter reads the rest, up to its own limit.
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
    // The code that read the form only knows that it broke off. Only this place knows why.
    if (counted.isOver()) {
      await c.res.body?.cancel()
      // Hono would copy the headers of the other answer, also its encoding.
      c.res = undefined
      c.res = await tooLarge()
    }
    return undefined
  }
}

/** Passes the body on and breaks it off after `most` bytes. */
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

/** `app/platform/forms/form.server.ts` recognises this error by its name. */
class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** The sender may go away; that error is ignored. A TypeError means that the reader was misused, and is thrown. */
function wentAway(error: unknown): void {
  if (error instanceof TypeError) {
    console.error(`The rest of a form that is too large could not be read: ${error.stack ?? error.message}`)
  }
}

/** Reads on: otherwise the connection is reset, and the sender may not see the answer. */
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
