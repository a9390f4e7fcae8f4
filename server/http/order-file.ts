import { log } from '#app/platform/log/log.server.ts'
import type { Context, Handler } from 'hono'
import { isUnavailable, logFailure } from '#app/platform/log/failures.server.ts'
import { describeDownloadLimit, looksLikeToken } from '#app/services/orders.ts'
import type { OpenedFile, OrderFiles } from '../orders/order-files.ts'
import { hashToken } from '../token-hash.ts'
import { methodNotAllowed } from './methods.ts'
import { plainPage } from '../responses/plain-page.ts'
import { newReference } from '../reference.ts'
import { getAddress, type AppServices } from './site.ts'

/**
 * Handles GET /orders/{token}/file (the file of an order) and /orders/{token}/file/{position} (one of several), with
 * Range requests. A download counts when it starts; a continued one does not, up to twice the bytes of the file
 * (public.consume_download). HEAD counts nothing and reveals no size. Link previews get no file. Where nothing is sold,
 * the address does not exist.
 */
export function orderFile(files: OrderFiles | null, input: AppServices, notHere: Handler): Handler {
  const send = sendOrderFile(files, input, notHere)
  return async (c, next) => {
    try {
      return await send(c, next)
    } catch (error) {
      if (!isUnavailable(error)) {
        throw error
      }
      logFailure(`${newReference()}: Could not send the file of an order`, error)
      return rejected(
        c,
        503,
        'We cannot send the file at the moment',
        'Nothing was counted as a download. Try again in a few minutes.',
        BUSY_SECONDS,
      )
    }
  }
}

function sendOrderFile(files: OrderFiles | null, input: AppServices, notHere: Handler): Handler {
  return async (c, next) => {
    const token = c.req.param('token') ?? ''
    if (files === null || !looksLikeToken(token)) {
      return notHere(c, next)
    }
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return methodNotAllowed(c, ['GET', 'HEAD'])
    }
    const position = Number(c.req.param('position') ?? 1)
    if (!Number.isSafeInteger(position) || position < 1 || position > MAX_POSITION) {
      return notHere(c, next)
    }
    const hash = hashToken(token)
    const { wait } = await input.limiter.consume('download', getAddress(c, input.isProxy), { account: hash })
    if (wait > 0) {
      return rejected(c, 429, 'Too many downloads', 'Many files were asked for in a short time. Wait a while, then go on.', wait)
    }
    // In Hono a GET handler also handles HEAD.
    if (c.req.method === 'HEAD') {
      const isOpen = await files.isOpen(hash)
      return isOpen === null ? notHere(c, next) : new Response(null, { status: isOpen ? 200 : 403, headers: secretHeaders })
    }
    if (isPreview(c.req.raw.headers)) {
      return rejected(c, 403, 'The file of an order', 'Open this link in a browser to download the file.', null)
    }
    const file = await files.open(hash, position, { range: c.req.header('range'), ifRange: c.req.header('if-range') })
    return file.outcome === 'ok' ? download(file) : file.outcome === 'no_such_order' ? notHere(c, next) : rejection(c, file)
  }
}

/**
 * Programs that fetch a link to show a preview of it, or to index it, once for each message that has it. They get no
 * file, so that they use up no download of the day. Cubot is a phone.
 */
const PREVIEWS = /(?<!\bcu)bot\b|externalhit|^whatsapp\/|preview|crawler|spider/i

function isPreview(headers: Headers): boolean {
  return PREVIEWS.test(headers.get('user-agent') ?? '') || /prefetch|preview/i.test(headers.get('sec-purpose') ?? '')
}

/** The last position of a file: twenty files of each of the ten works of a bundle (private.buyer_file). */
const MAX_POSITION = 220
/** When a download that failed on our side may be retried, in seconds. */
const BUSY_SECONDS = 300

const secretHeaders = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-store',
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

function download({ body, start, end, size, isPart, etag, name, type }: Extract<OpenedFile, { outcome: 'ok' }>): Response {
  return new Response(body, {
    status: isPart ? 206 : 200,
    headers: {
      ...secretHeaders,
      etag,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(end - start + 1),
      ...(isPart ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
  })
}

const pages = {
  closed: [403, 'This file is closed', 'It is not paid, or its money goes back. The page of your order says more.', null],
  no_file: [503, 'The file is being checked', 'A new version of the work is being read. Come back in a day or two.', 3600],
  unavailable: [503, 'The file is not there just now', 'We look at it. Try again in some minutes, or write to us.', BUSY_SECONDS],
} as const

function rejection(c: Context, file: Exclude<OpenedFile, { outcome: 'ok' | 'no_such_order' }>): Response | Promise<Response> {
  if (file.outcome === 'beyond_end') {
    return new Response(null, { status: 416, headers: { ...secretHeaders, 'content-range': `bytes */${file.size}` } })
  }
  if (file.outcome === 'disk_full') {
    log.error(
      { event: 'order.file_not_sent', reference: newReference(), order: file.reference, cause: 'disk full' },
      `The disk of the order files is full, so the file of order ${file.reference} was not sent`,
    )
    const text = 'We cannot prepare your file at the moment. It was not counted as a download. Try again in a few minutes.'
    return rejected(c, 503, 'Our disk is full', text, BUSY_SECONDS)
  }
  if (file.outcome === 'too_many') {
    const { title, text } = describeDownloadLimit(file.max)
    return rejected(c, 429, title, text, 3600)
  }
  const [status, title, text, wait] = pages[file.outcome]
  return rejected(c, status, title, text, wait)
}

function rejected(c: Context, status: 403 | 429 | 503, title: string, text: string, wait: number | null) {
  return plainPage(c, status, { title, text, ...(wait === null ? {} : { headers: { 'retry-after': String(wait) } }) })
}
