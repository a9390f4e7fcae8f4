/*
 * Requests as sent over the wire: any Host, any header, no redirect followed, no cookie stored. fetch does not allow
 * this.
 */
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

export type TestResponse = {
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
  /** An iterable is sent chunk by chunk, without a declared length. */
  body?: string | Buffer | AsyncIterable<string | Buffer>
  /** Certificate to trust, for https. */
  ca?: string
}

/** Sends one request on its own connection and reads the whole response. */
export function ask(address: string, { method, headers = {}, body, ca }: Question = {}): Promise<TestResponse> {
  const url = new URL(address)
  const options = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    // Unlike URL, this preserves bad escapes and dots as written.
    path: address.slice(url.origin.length) || '/',
  }
  return new Promise((resolve, reject) => {
    // Requests a reusable connection, as browsers do: one that closes after the response may be reset before it is
    // read.
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
    // The response may come before all is sent; then the rest of the sending fails, which is ignored. Without a
    // response it is a failure.
    request.once('error', (error) => setTimeout(() => reject(error), 500))
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
      request.end(body)
    } else {
      Readable.from(body).on('error', reject).pipe(request)
    }
  })
}

/** Sends a form as a browser does from one of our pages: with the Origin of the typed address. */
export function send(
  address: string,
  fields: Record<string, string>,
  { headers = {}, ...rest }: Omit<Question, 'body' | 'method'> = {},
): Promise<TestResponse> {
  const { origin, protocol } = new URL(address)
  const values = headers.host ? `${protocol}//${headers.host}` : origin
  return ask(address, {
    ...rest,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: values, ...headers },
  })
}

/** Returns the Cookie header of a browser with these cookies. */
export function cookieHeader(cookies: string[]): string {
  return cookies.map((line) => line.split(';')[0]).join('; ')
}
