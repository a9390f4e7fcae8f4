import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Maximum responses per connection before it is closed (the default of nginx). This also limits the requests of a
 * connection that wait in memory.
 */
const MAX_REQUESTS = 1000

/**
 * Starts one request of a connection at a time, and lets other work run between two of them. Node starts all requests
 * of one packet at once (more than two thousand) and reads from no other connection until all have a response.
 * Responses are sent in the order of their requests anyway, so a client that pipelines loses nothing.
 * @param handler must end or destroy every response, otherwise the connection waits forever.
 */
export function serializeRequests(handler: Listener): Listener {
  const connections = new WeakMap<Socket, { seen: number; busy: boolean; waiting: (() => void)[] }>()

  return (request, response) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { seen: 0, busy: false, waiting: [] }
    connections.set(socket, connection)
    connection.seen += 1
    if (connection.seen > MAX_REQUESTS) {
      // The client knows that the connection closes, so it uses another one.
      return
    }
    if (connection.seen === MAX_REQUESTS) {
      response.setHeader('connection', 'close')
    }
    const begin = () => {
      response.once('close', () => {
        connection.busy = false
        const next = connection.waiting.shift()
        if (next && !socket.destroyed) {
          connection.busy = true
          setImmediate(next)
        }
      })
      handler(request, response)
    }
    if (connection.busy) {
      connection.waiting.push(begin)
    } else {
      connection.busy = true
      begin()
    }
  }
}
