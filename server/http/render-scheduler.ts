import { setImmediate } from 'node:timers/promises'

/** Counts the connections that a server accepted. */
export class ConnectionCounter {
  count = 0
}

/** An endless series of new connections delays a page by at most this many iterations of the event loop. */
const MAX_ITERATIONS = 200

/**
 * Starts at most one page per iteration of the event loop, in order, and none in an iteration that accepted a connection. Node accepts one
 * connection per iteration, so a hundred searches that start as they arrive keep the next visitor waiting for all of them, even if that
 * visitor's page is cached. A limit on concurrent renders does not help (docs/decisions/0032 has the measurements).
 * @returns a function whose promise resolves when the caller may start.
 */
export function renderScheduler(connections: Readonly<ConnectionCounter>): () => Promise<void> {
  let previous: Promise<void> = Promise.resolve()
  let seen = 0

  async function idleIteration(): Promise<void> {
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
      await setImmediate()
      if (connections.count === seen) {
        return
      }
      seen = connections.count
    }
  }
  return () => (previous = previous.then(idleIteration))
}
