import type { ServerType } from '@hono/node-server'

const DEADLINE_MS = 10_000
/**
 * Ctrl-C reaches a child of npm twice, from the terminal and from npm. So a signal within this time (in milliseconds) counts as the same
 * one.
 */
const SAME_WISH_MS = 1000

/**
 * Ends the process cleanly on Ctrl-C and SIGTERM: no new connections, requests under way are answered, then `after` runs. Requests that
 * take longer than ten seconds are cut off. A second signal, a second later or more, ends it at once.
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
    setTimeout(() => {
      console.error('Stopped after the deadline, with requests still open')
      process.exit(1)
    }, DEADLINE_MS).unref()
    await Promise.all(servers().map(close))
    await after()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
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
