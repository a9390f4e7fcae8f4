import type { IncomingMessage, ServerResponse } from 'node:http'
import { agreedEncoding, type Encoding } from '../http/encoding.ts'
import type { KeptPage } from './kept-pages.ts'
import { isKnown } from './pack.ts'

/** A header line that browsers send is parsed once. */
const agreed = new Map<string, Encoding | null>()
const MOST_AGREED = 200

/** The encoding to send; null when the asker takes neither. */
export function encodingFor({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | null {
  const header = headers['accept-encoding'] ?? ''
  const known = agreed.get(header)
  if (known !== undefined) {
    return known
  }
  const encoding = agreedEncoding(header)
  if (agreed.size < MOST_AGREED) {
    agreed.set(header, encoding)
  }
  return encoding
}

/** Sends a kept page, or 304 when the browser has it. */
export function sendKept(page: KeptPage, encoding: Encoding, request: IncomingMessage, response: ServerResponse): void {
  const body = page.bodies[encoding]
  if (!body) {
    throw new Error(`A page is not kept in ${encoding}`)
  }
  if (isKnown(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, [...page.headers])
    response.end()
    return
  }
  response.writeHead(200, [...page.headers, 'content-encoding', encoding, 'content-length', String(body.length)])
  response.end(request.method === 'HEAD' ? undefined : body)
}
