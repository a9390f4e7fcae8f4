/* Starts the apps that the process tests share, one for each worker, and ends them with the tests. */
import fs from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { BackendKeys } from '#server/backend/keys.ts'
import { startedOnce } from '../support/test-databases.ts'
import { isReachable, freePort, run } from '../support/processes.ts'

export type Shared = { url: string; port: number; backendUrl: string; dataDirectory: string; pid: number; keys: BackendKeys }

declare module 'vitest' {
  export interface ProvidedContext {
    /** Indexed by the number of the worker, from 0. */
    shared: Shared[]
  }
}

export default async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.config.maxWorkers
  // The first creates the data directory that the others copy.
  const first = await startOne()
  const started = [first, ...(await Promise.all(Array.from({ length: workers - 1 }, startOne)))]
  project.provide(
    'shared',
    started.map(({ shared }) => shared),
  )
  return async () => {
    await Promise.all(started.map(({ end }) => end()))
  }
}

async function startOne(): Promise<{ shared: Shared; end(): Promise<void> }> {
  const [port, backendPort] = [await freePort(), await freePort()]
  const directory = await startedOnce()
  const running = await run(
    ['server/main.ts'],
    { PORT: String(port), DATA_DIR: directory.path, BACKEND_PORT: String(backendPort) },
    () => isReachable(`http://127.0.0.1:${port}/healthz`),
  )
  return {
    shared: {
      url: `http://localhost:${port}`,
      port,
      backendUrl: `http://127.0.0.1:${backendPort}`,
      dataDirectory: directory.path,
      pid: running.process.pid ?? 0,
      keys: JSON.parse(fs.readFileSync(`${directory.path}/backend-keys.json`, 'utf8')) as BackendKeys,
    },
    async end() {
      await running.stop()
      directory.remove()
    },
  }
}
