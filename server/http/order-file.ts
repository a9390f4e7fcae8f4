import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context, Handler } from 'hono'
import { isAway, noteFailure } from '../../app/platform/process/failures.server.ts'
import { looksLikeToken } from '../../app/platform/process/orders.ts'
import type { Found, MadeFile, OrderFiles, Taken } from '../orders/order-files.ts'
import { hashOfToken } from '../orders/orders.ts'
import { type Part, partOf } from '../orders/ranges.ts'
import { methodNotTaken } from './methods.ts'
import { plainPage } from './plain-page.ts'
import { newReference } from './reference.ts'
import { addressOf, type Given } from './site.ts'

/**
 * GET /orders/{token}/file: the file of an order, in parts where the browser goes on with one (Range). A download is counted when it begins; its
 * rest is not, up to twice the bytes of the file (public.take_download). HEAD counts nothing and tells no size. Where nothing is sold there is no such address.
 */
export function orderFile(files: OrderFiles | null, given: Given, notHere: Handler): Handler {
  const send = sendOrderFile(files, given, notHere)
  return async (c, next) => {
    try {
      return await send(c, next)
    } catch (error) {
      if (!isAway(error)) {
        throw error
      }
      noteFailure(`${newReference()}: The file of an order could not be sent`, error)
      return refused(
        c,
        503,
        'We cannot send the file at the moment',
        'Nothing was counted as a download. Try again in a few minutes.',
        BUSY_SECONDS,
      )
    }
  }
}

function sendOrderFile(files: OrderFiles | null, given: Given, notHere: Handler): Handler {
  return async (c, next) => {
    const token = c.req.param('token') ?? ''
    if (files === null || !looksLikeToken(token)) {
      return notHere(c, next)
    }
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return methodNotTaken(c, ['GET', 'HEAD'])
    }
    const hash = hashOfToken(token)
    const { wait } = await given.limiter.take('download', addressOf(c, given.isProxy), { account: hash })
    if (wait > 0) {
      return refused(c, 429, 'Too many downloads', 'Many files were asked for in a short time. Wait a while, then go on.', wait)
    }
    // Of Hono: a GET handler answers HEAD too.
    if (c.req.method === 'HEAD') {
      return (await files.isOpen(hash)) ? new Response(null, { headers: secretHeaders }) : notHere(c, next)
    }
    const found = await files.find(hash)
    if (found?.outcome !== 'ok') {
      return found === null ? notHere(c, next) : whyNot(c, found)
    }
    const file = await files.made(found)
    if (file === 'disk full') {
      console.error(
        `${newReference()}: The disk of the order files is full, so the file of order ${found.reference} was not sent`,
      )
      return refused(
        c,
        503,
        'Our disk is full',
        'We cannot prepare your file at the moment. It was not counted as a download. Try again in a few minutes.',
        BUSY_SECONDS,
      )
    }
    if (file === null) {
      return refused(
        c,
        503,
        'The file is not there just now',
        'We look at it. Try again in some minutes, or write to us.',
        BUSY_SECONDS,
      )
    }
    const ifRange = c.req.header('if-range')
    const asked = partOf(ifRange === undefined || ifRange === file.etag ? c.req.header('range') : undefined, file.size)
    if (asked === 'none') {
      return new Response(null, { status: 416, headers: { ...secretHeaders, 'content-range': `bytes */${file.size}` } })
    }
    const part = asked === 'whole' ? { start: 0, end: file.size - 1 } : asked
    const length = part.end - part.start + 1
    const taken = await files.take(hash, { first: part.start, asked: length, size: file.size })
    if (taken?.outcome !== 'ok') {
      return taken === null ? notHere(c, next) : whyNot(c, taken)
    }
    return answer(file, part, asked === 'whole', (sent) => {
      if (sent < length) {
        void files.noteUnsent(taken.download, length - sent)
      }
    })
  }
}

/** When a download that failed on our side may be tried again. */
const BUSY_SECONDS = 300

const secretHeaders = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-store',
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** @param ended is told once how many bytes were sent, when all of them are or the reader went away. */
function answer(file: MadeFile, { start, end }: Part, isWhole: boolean, ended: (sent: number) => void): Response {
  const headers = {
    ...secretHeaders,
    etag: file.etag,
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
  }
  const stream = createReadStream(file.path, { start, end })
  stream.once('close', () => ended(stream.bytesRead))
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>
  return new Response(body, {
    status: isWhole ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(isWhole ? {} : { 'content-range': `bytes ${start}-${end}/${file.size}` }),
    },
  })
}

function whyNot(c: Context, taken: Exclude<Found | Taken, { outcome: 'ok' }>): Response | Promise<Response> {
  switch (taken?.outcome) {
    case 'too_many':
      return refused(
        c,
        429,
        'Enough for today',
        `This file was downloaded ${taken.most} times in a day. Open the one that you have, or come back tomorrow.`,
        3600,
      )
    case 'no_file':
      return refused(
        c,
        503,
        'The file is being checked',
        'A new version of the work is being read. Come back in a day or two.',
        3600,
      )
    default:
      return refused(c, 403, 'This file is closed', 'It is not paid, or its money goes back. The page of your order says more.')
  }
}

function refused(c: Context, status: 403 | 429 | 503, title: string, text: string, wait?: number): Response | Promise<Response> {
  return plainPage(c, status, { title, text, ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }) })
}
