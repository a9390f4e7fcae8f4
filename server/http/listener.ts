import { errorStack, log } from '#app/platform/log/log.server.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { serializeRequests } from './serialize-requests.ts'
import { newReference } from '../reference.ts'
import type { ConnectionCounter } from './render-scheduler.ts'
import { headersWithoutPage } from './security-headers.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown
type Options = {
  secure: boolean
  serverFor?: ((listener: Listener) => Server) | undefined
  /** Counts the connections that the server accepts. */
  connections?: ConnectionCounter
  /** Counts and times responses. */
  timed?: ((listener: Listener) => Listener) | undefined
}

/**
 * Creates the HTTP server in front of `answer`. Node and the adapter reject some requests before our code sees them
 * (a bad Host, headers beyond 16 kB, invalid HTTP). These rejections get our headers too, and a client that is still
 * sending receives them.
 */
export function serverFor(handler: Parameters<typeof getRequestListener>[0], options: Options): Server {
  const headers = headersWithoutPage(options)
  const adapter = getRequestListener(handler, {
    errorHandler(error) {
      if (error instanceof RequestError) {
        return new Response('This request could not be understood.', { status: 400, headers })
      }
      const reference = newReference()
      log.error({ event: 'request.failed', reference, error: errorStack(error) }, 'A request failed')
      return new Response(`Something went wrong on our side. Reference: ${reference}`, {
        status: 500,
        headers: { ...headers, 'x-reference': reference },
      })
    },
  })
  const listener: Listener = options.timed?.(adapter) ?? adapter
  const refused = new WeakSet<Socket>()
  const pendingResponses = new WeakMap<Socket, ServerResponse>()
  const server = (options.serverFor ?? createServer)(
    serializeRequests((request, response) => {
      pendingResponses.set(request.socket, response)
      // A proxy may have read the other one.
      if (request.headersDistinct.host && request.headersDistinct.host.length > 1) {
        return response.writeHead(400, { ...headers, connection: 'close' }).end()
      }
      return listener(request, response)
    }),
  )
  const { connections } = options
  if (connections) {
    server.on('connection', () => (connections.count += 1))
  }
  server.requestTimeout = MAX_SENDING_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Later requests on this connection would fail as well.
    if (refused.has(socket)) {
      return
    }
    refused.add(socket)
    const current = pendingResponses.get(socket)
    const isResponding = current !== undefined && current.headersSent && !current.writableFinished
    if (!socket.writable || error.code === 'ECONNRESET' || isResponding) {
      socket.destroy()
      return
    }
    socket.end(rejection(statusOf(error), headers))
    // Closing a connection with unread data resets it and loses the response, so read on for a moment.
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
  return server
}

const LINGER_MS = 2000
/**
 * How long an idle connection stays open. Proxies reuse theirs for up to a minute, and a request that arrives while the
 * server closes its connection is lost, which a busy process made likely with Node's five seconds.
 */
const KEEP_ALIVE_MS = 65_000
/**
 * The time of 50 MB over a line of 20 kB/s. Node's own limit of five minutes would also end a plain form that is
 * still arriving.
 */
const MAX_SENDING_MS = 45 * 60 * 1000

function statusOf(error: NodeJS.ErrnoException): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408
    default:
      return 400
  }
}

function rejection(status: number, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`
}
