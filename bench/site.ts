import { startedOnce } from '#tests/support/test-databases.ts'
import { isReachable, freePort, run, type Running } from '#tests/support/processes.ts'

/** A running site. `took`: milliseconds from its start to its first response. */
export type BenchSite = {
  url: string
  port: number
  pid: number | undefined
  running: Running
  took: number
  end(): Promise<void>
}

/**
 * Starts the site as `npm start` does, with V8's default settings and a temporary directory. It trusts any
 * X-Forwarded-For.
 */
export async function startSite(
  input?: { path: string; remove(): void },
  settings: readonly string[] = [],
  variables: Record<string, string> = {},
): Promise<BenchSite> {
  const directory = input ?? (await startedOnce())
  const port = await freePort()
  const began = performance.now()
  const running = await run(
    ['server/main.ts'],
    {
      PORT: String(port),
      DATA_DIR: directory.path,
      NODE_ENV: 'production',
      TRUSTED_PROXIES: '127.0.0.1 ::1',
      MALLOC_ARENA_MAX: '2',
      ...variables,
    },
    () => isReachable(`http://127.0.0.1:${port}/healthz`),
    settings,
  )
  return {
    url: `http://localhost:${port}`,
    port,
    pid: running.process.pid,
    running,
    took: performance.now() - began,
    async end() {
      await running.stop()
      directory.remove()
    },
  }
}
