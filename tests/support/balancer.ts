/*
 * A balancer in strict rotation, as nginx and Caddy do it without sticky sessions: each request goes to the next
 * process, over its own connection. It skips a process that refuses the connection, or that breaks off before its
 * response, if the request may be repeated (GET and HEAD).
 */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  url: string
  port: number
  /** Returns how many requests each process has answered, in the order of its port. */
  servedCounts(): number[]
  /** Returns how many requests went to another process than the next in rotation. */
  passedOver(): number
  close(): Promise<void>
}

/** Opens one in front of these ports of the loopback address. */
export async function balancer(ports: readonly number[], port = 0): Promise<Balancer> {
  const getServedCounts = ports.map(() => 0)
  let turn = 0
  let passedOver = 0

  function pass(request: http.IncomingMessage, response: http.ServerResponse, tried: readonly number[] = []): void {
    let at = turn % ports.length
    turn += 1
    // The rotation may have returned to the same process, because other requests advanced it.
    while (tried.includes(at)) {
      at = (at + 1) % ports.length
    }
    const mayRepeat = request.method === 'GET' || request.method === 'HEAD'
    let isConnected = false
    const onward = http.request({
      host: '127.0.0.1',
      port: ports[at],
      agent: false,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, 'x-forwarded-for': forwardedFor(request), connection: 'close' },
    })
    onward.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
        request.pipe(onward)
      }),
    )
    onward.once('response', (reply) => {
      getServedCounts[at] = (getServedCounts[at] ?? 0) + 1
      const { connection: _ours, ...headers } = reply.headers
      response.writeHead(reply.statusCode ?? 502, headers)
      reply.pipe(response)
      reply.once('error', () => response.destroy())
      reply.once('aborted', () => response.destroy())
    })
    onward.once('error', () => {
      if (response.headersSent || response.destroyed) {
        response.destroy()
      } else if (tried.length + 1 < ports.length && (!isConnected || mayRepeat)) {
        passedOver += 1
        request.unpipe(onward)
        pass(request, response, [...tried, at])
      } else {
        response.writeHead(502, { 'content-type': 'text/plain' }).end('The process behind the balancer went away')
      }
    })
    response.once('close', () => {
      if (!response.writableFinished) {
        onward.destroy()
      }
    })
  }

  const server = http.createServer((request, response) => pass(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://localhost:${own}`,
    port: own,
    servedCounts: () => [...getServedCounts],
    passedOver: () => passedOver,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns where the request came from; a test may name another address. */
function forwardedFor({ headers, socket }: http.IncomingMessage): string {
  return String(headers['x-forwarded-for'] ?? socket.remoteAddress)
}
