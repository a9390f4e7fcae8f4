import type { ServerType } from '@hono/node-server'

const DEADLINE_MS = 10_000

/**
 * Ends the process cleanly on Ctrl-C and SIGTERM: no new connections, requests under way are answered, then `after` runs.
 * What takes longer than ten seconds is cut off. A second signal ends it at once.
 */
export function endOnSignal(servers: () => ServerType[], after: () => Promise<void>): void {
  let ending = false
  const end = async () => {
    if (ending) {
      process.exit(1)
    }
    ending = true
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

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections()
    }
  })
}
