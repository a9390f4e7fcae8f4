import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { headersOfNoPage } from './security-headers.ts'

type Listener = ReturnType<typeof getRequestListener>
type Options = { secure: boolean; serverFor?: ((listener: Listener) => Server) | undefined }

/**
 * The HTTP server in front of `answer`. What Node or the adapter would refuse on their own, before any of our code sees it (a bad Host, headers
 * beyond 16 kB, no HTTP at all), is refused with our headers too, and in a way that reaches who is still sending.
 */
export function serverFor(answer: Parameters<typeof getRequestListener>[0], options: Options): Server {
  const headers = headersOfNoPage(options)
  const listener = getRequestListener(answer, {
    errorHandler: () => new Response('This request could not be understood.', { status: 400, headers }),
  })
  const server = (options.serverFor ?? createServer)(listener)
  server.requestTimeout = MOST_SENDING_MS
  const refused = new WeakSet<Socket>()
  const answering = new WeakMap<Socket, ServerResponse>()
  server.on('request', (request, response) => answering.set(request.socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Whatever else comes over this connection fails as well.
    if (refused.has(socket)) {
      return
    }
    refused.add(socket)
    const current = answering.get(socket)
    const isWithinAnswer = current !== undefined && current.headersSent && !current.writableFinished
    if (!socket.writable || error.code === 'ECONNRESET' || isWithinAnswer) {
      socket.destroy()
      return
    }
    socket.end(refusal(statusOf(error), headers))
    // A connection that is closed with unread data is reset, and the answer lost with it: read on for a moment.
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
  return server
}

const LINGER_MS = 2000
/** 50 MB over a line of 20 kB/s. Node would cut every request off after five minutes, and with it a plain form that is still arriving. */
const MOST_SENDING_MS = 45 * 60 * 1000

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

function refusal(status: number, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`
}
