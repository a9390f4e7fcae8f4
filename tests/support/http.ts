/* Requests as they go over the wire: any Host, any header, no redirect followed, no cookie kept. fetch would not let us. */
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

export type Answer = {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  text: string
  /** The Set-Cookie lines. */
  cookies: string[]
}

type Question = {
  method?: string
  headers?: Record<string, string>
  /** An iterable goes chunk by chunk, without a stated length. */
  body?: string | Buffer | AsyncIterable<string | Buffer>
  /** Certificate to trust, for https. */
  ca?: string
}

/** Sends one request on a connection of its own and reads the whole answer. */
export function ask(address: string, { method, headers = {}, body, ca }: Question = {}): Promise<Answer> {
  const url = new URL(address)
  const options = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    // Not what URL makes of it: bad escapes and dots travel as they were written.
    path: address.slice(url.origin.length) || '/',
  }
  return new Promise((resolve, reject) => {
    // A connection that would be kept, as browsers ask for it: one that closes after the answer may be reset before the answer is read.
    const agent = url.protocol === 'https:' ? new https.Agent({ keepAlive: true, ca }) : new http.Agent({ keepAlive: true })
    const request = (url.protocol === 'https:' ? https : http).request(url, { ...options, agent })
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        agent.destroy()
        const whole = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: whole,
          text: whole.toString(),
          cookies: response.headers['set-cookie'] ?? [],
        })
      })
    })
    // The answer may come before all is sent; then the rest of the sending fails, and that is no failure. Without an answer it is one.
    request.once('error', (error) => setTimeout(() => reject(error), 500))
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
      request.end(body)
    } else {
      Readable.from(body).on('error', reject).pipe(request)
    }
  })
}

/** Sends a form as a browser does from a page of ours: with the Origin of the address that was typed. */
export function send(
  address: string,
  fields: Record<string, string>,
  { headers = {}, ...rest }: Omit<Question, 'body' | 'method'> = {},
): Promise<Answer> {
  const { origin, protocol } = new URL(address)
  const values = headers.host ? `${protocol}//${headers.host}` : origin
  return ask(address, {
    ...rest,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: values, ...headers },
  })
}

/** The Cookie header of a browser that was given these. */
export function cookieHeader(cookies: string[]): string {
  return cookies.map((line) => line.split(';')[0]).join('; ')
}
