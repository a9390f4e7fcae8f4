import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Answers that one connection gets before it is closed, as nginx has it. No connection can have more requests than these waiting in memory. */
const MOST_REQUESTS = 1000

/**
 * Begins one request of a connection at a time, and between two of them everything else that is due. Node begins all requests that stand in one packet at once,
 * more than two thousand, and until all of them are answered it reads from nobody else. Answers go out in the order of their requests anyway, so a client that
 * sends several without waiting loses nothing.
 * @param answer ends or destroys every response in the end, or the connection waits for ever.
 */
export function oneAtATime(answer: Listener): Listener {
  const connections = new WeakMap<Socket, { seen: number; busy: boolean; waiting: (() => void)[] }>()

  return (request, response) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { seen: 0, busy: false, waiting: [] }
    connections.set(socket, connection)
    connection.seen += 1
    if (connection.seen > MOST_REQUESTS) {
      // It was told that the connection closes, and asks elsewhere.
      return
    }
    if (connection.seen === MOST_REQUESTS) {
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
      answer(request, response)
    }
    if (connection.busy) {
      connection.waiting.push(begin)
    } else {
      connection.busy = true
      begin()
    }
  }
}
