import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between a site and its backend: counts what is asked, holds it back, or answers that it is broken. */
export type Gate = {
  url: string
  /** How often an address that matches was asked for. */
  asked(address: RegExp): number
  /** Keeps requests whose address matches waiting until `release`. */
  hold(address: RegExp): void
  release(): void
  /** Answers the next so many matching requests with 500. */
  fail(address: RegExp, times: number): void
  end(): Promise<void>
}

/** A gate in front of the backend at `port` of this machine. */
export async function openGate(port: number): Promise<Gate> {
  const asked: string[] = []
  let held: RegExp | null = null
  let waiting: (() => void)[] = []
  let failing: { address: RegExp; left: number } | null = null

  const server = http.createServer((request, answer) => {
    const address = request.url ?? '/'
    asked.push(address)
    if (failing && failing.left > 0 && failing.address.test(address)) {
      failing.left -= 1
      request.resume()
      answer.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"broken on purpose"}')
      return
    }
    const pass = () => {
      const onward = http.request(
        { host: '127.0.0.1', port, method: request.method, path: address, headers: request.headers },
        (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(answer)
        },
      )
      onward.on('error', () => answer.destroy())
      request.pipe(onward)
    }
    if (held?.test(address)) {
      waiting.push(pass)
    } else {
      pass()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (address) => asked.filter((one) => address.test(one)).length,
    hold(address) {
      held = address
    },
    release() {
      held = null
      const passing = waiting
      waiting = []
      passing.forEach((pass) => pass())
    },
    fail(address, times) {
      failing = { address, left: times }
    },
    async end() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
