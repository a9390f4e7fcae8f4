import type { ServerType } from '@hono/node-server'

const DEADLINE_MS = 10_000
/** The time for `after`, which on a busy machine closes the database slowly. Both together stay below the twenty seconds of docs/lamplight.service. */
const CLOSING_MS = 8_000
/**
 * Ctrl-C reaches a child of npm twice, from the terminal and from npm. So a signal within this time (in milliseconds) counts as the same
 * one.
 */
const SAME_WISH_MS = 1000

/**
 * Ends the process cleanly on Ctrl-C and SIGTERM: no new connections, requests under way are answered, then `after` runs. Requests that
 * take longer than ten seconds are cut off, and `after` is given up after eight more. A second signal, a second later or more, ends it at once.
 */
export function endOnSignal(servers: () => ServerType[], after: () => Promise<void>): void {
  let firstAt: number | null = null
  const end = async () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > SAME_WISH_MS) {
        process.exit(1)
      }
      return
    }
    firstAt = performance.now()
    const deadline = giveUpAfter(DEADLINE_MS, 'Stopped after the deadline, with requests still open')
    await Promise.all(servers().map(close))
    clearTimeout(deadline)
    giveUpAfter(CLOSING_MS, 'Stopped before all was closed. The next start repairs what is open')
    await after()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
}

function giveUpAfter(ms: number, sentence: string): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(sentence)
    process.exit(1)
  }, ms).unref()
}

/** No new connections; resolves when the requests under way are answered. */
export function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections()
    }
  })
}
