import { log } from '#app/platform/log/log.server.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerType } from '@hono/node-server'

const DEADLINE_MS = 10_000
/**
 * Time limit of `after` in milliseconds; on a busy machine the database closes slowly. Both limits together stay
 * below the twenty seconds of docs/lamplight.service.
 */
const CLOSING_MS = 8_000
/**
 * How long open connections stay usable after the signal, in milliseconds. A client that sends within this time
 * learns from `Connection: close` that its connection ends. Without it, a request in flight while an idle connection
 * is closed would be reset.
 */
const DRAIN_MS = 500
/**
 * Ctrl-C reaches a child of npm twice, from the terminal and from npm. So a signal within this time (in milliseconds)
 * counts as the same one.
 */
const SAME_SIGNAL_MS = 1000

/**
 * Ends the process cleanly on Ctrl-C and SIGTERM: connections are drained, running requests get their response, then
 * `after` runs. Requests that take longer than ten seconds are cut off, and `after` is given up after eight more. A
 * second signal, a second later or more, ends the process at once.
 */
export function endOnSignal(servers: readonly ServerType[], after: () => Promise<void>): void {
  const drains = servers.map(prepareDrain)
  let firstAt: number | null = null
  const end = async () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > SAME_SIGNAL_MS) {
        process.exit(1)
      }
      return
    }
    firstAt = performance.now()
    const deadline = giveUpAfter(DEADLINE_MS, 'Stopped after the deadline, with requests still open')
    const drained = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS))
    await Promise.all(drains.map((drain) => drain(drained)))
    clearTimeout(deadline)
    giveUpAfter(CLOSING_MS, 'Stopped before all was closed. The next start repairs what is open')
    await after()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
}

function giveUpAfter(ms: number, message: string): NodeJS.Timeout {
  return setTimeout(() => {
    log.error({ event: 'process.forced_end' }, message)
    process.exit(1)
  }, ms).unref()
}

/**
 * Prepares a server for its end. The returned function sends `Connection: close` with each response that has not
 * started, and closes the server when `drained` resolves, or at once if no connection is open. It resolves when
 * running requests have their response.
 */
export function prepareDrain(server: ServerType): (drained: Promise<void>) => Promise<void> {
  const unanswered = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) {
      response.setHeader('connection', 'close')
      return
    }
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  })
  return async (drained) => {
    isDraining = true
    for (const response of unanswered) {
      if (!response.headersSent) {
        response.setHeader('connection', 'close')
      }
    }
    if (await hasConnections(server)) {
      await drained
    }
    await close(server)
  }
}

function hasConnections(server: ServerType): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count > 0)))
  })
}

/** Closes a server to new connections; resolves when running requests have their response. */
export function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections()
    }
  })
}
