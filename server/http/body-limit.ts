import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { plainPage } from '../responses/plain-page.ts'
import { isReceiving } from './upload-sessions.ts'

/** The largest form without a file, in bytes. */
const MAX_FORM_BYTES = 128 * 1024
/** The largest admin form, in bytes: it may contain a chapter or a post. */
const MAX_ADMIN_FORM_BYTES = 2 * 1024 * 1024
const ADMIN = /^\/admin(\/|\.data$)/
/** The largest form with a photo, in bytes. The form makes a photo smaller before sending it when the browser can. */
const MAX_PICTURE_BYTES = 12 * 1024 * 1024
const PICTURES = /^\/admin\/pictures$/
/** The pages whose form has a file. Each of them counts the bytes and shows the error at the field. */
const TAKES_A_FILE =
  /^\/(dashboard|upload-materials(\/[0-9a-f-]{36}\/replace)?|admin\/catalogue\/materials\/(new|[0-9a-f-]{36}(\/file)?))(\/|\.data|\/_\.data)?$/
const MAX_URL_LENGTH = 8 * 1024

/**
 * Rejects addresses and forms that are too large before any other code reads them, with or without a Content-Length.
 */
export function sizeLimits(): MiddlewareHandler {
  const onError = (c: Context) =>
    plainPage(c, 413, { title: 'This form is too large', text: 'Go back, shorten what you typed and send it again.' })
  const limited = (maxSize: number) => bodyLimit({ maxSize, onError })
  const [form, adminForm, picture] = [limited(MAX_FORM_BYTES), limited(MAX_ADMIN_FORM_BYTES), limited(MAX_PICTURE_BYTES)]

  return async (c, next) => {
    if (c.req.raw.url.length > MAX_URL_LENGTH) {
      return plainPage(c, 414, { title: 'This address is too long', text: 'A part of it may have been pasted twice.' })
    }
    const { path } = c.req
    const isMultipart = c.req.header('content-type')?.startsWith('multipart/form-data')
    if ((isMultipart && TAKES_A_FILE.test(path)) || isReceiving(path)) {
      return next()
    }
    return (PICTURES.test(path) ? picture : ADMIN.test(path) ? adminForm : form)(c, next)
  }
}
