import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy between a site and its backend that counts requests, delays them, or responds with errors. Patterns are
 * matched with `GET /path`.
 */
export type ToxicProxy = {
  url: string
  /** Counts the requests that match. */
  asked(request: RegExp): number
  /** Holds requests that match until `release`. */
  hold(request: RegExp): void
  release(): void
  /** Responds to this many matching requests with a server error, or with the given response. */
  fail(request: RegExp, times: number, answer?: Failure): void
  /** Forwards this many matching requests, and cuts the connection before the response returns. */
  lose(request: RegExp, times: number): void
  end(): Promise<void>
}

type Failure = { status: number; body: { message: string; code?: string } }
const broken: Failure = { status: 500, body: { message: 'broken on purpose' } }

/** Opens a proxy in front of the backend at this local port. */
export async function openToxicProxy(port: number): Promise<ToxicProxy> {
  const asked: string[] = []
  let held: RegExp | null = null
  let waiting: (() => void)[] = []
  let failing: { asked: RegExp; left: number; answer: Failure } | null = null
  let losing: { asked: RegExp; left: number } | null = null

  const server = http.createServer((request, response) => {
    const address = request.url ?? '/'
    const name = `${request.method} ${address}`
    asked.push(name)
    if (failing && failing.left > 0 && failing.asked.test(name)) {
      failing.left -= 1
      request.resume()
      const { status, body } = failing.answer
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    const isLost = losing !== null && losing.left > 0 && losing.asked.test(name)
    if (losing && isLost) {
      losing.left -= 1
    }
    const pass = () => {
      const onward = http.request(
        { host: '127.0.0.1', port, method: request.method, path: address, headers: request.headers },
        (reply) => {
          if (isLost) {
            reply.resume().once('end', () => response.destroy())
            return
          }
          response.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      request.pipe(onward)
    }
    if (held?.test(name)) {
      waiting.push(pass)
    } else {
      pass()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (pattern) => asked.filter((one) => pattern.test(one)).length,
    hold(pattern) {
      held = pattern
    },
    release() {
      held = null
      const passing = waiting
      waiting = []
      passing.forEach((pass) => pass())
    },
    fail(pattern, times, response = broken) {
      failing = { asked: pattern, left: times, answer: response }
    },
    lose(pattern, times) {
      losing = { asked: pattern, left: times }
    },
    async end() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
