/*
 * Starts what the process tests share, and ends it with them: a data directory in which Lamplight was started once, for copies of it, and one
 * Lamplight that runs on such a copy.
 */
import fs from 'node:fs'
import type { TestProject } from 'vitest/node'
import { freePort, run, answers, temporaryDirectory } from '../processes.ts'
import type { BackendKeys } from '../../server/backend/keys.ts'

export type Shared = { url: string; port: number; backendUrl: string; dataDirectory: string; keys: BackendKeys }

declare module 'vitest' {
  export interface ProvidedContext {
    shared: Shared
    startedOnce: string
  }
}

export default async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const once = temporaryDirectory()
  const [port, backendPort] = [await freePort(), await freePort()]
  const ready = () => answers(`http://127.0.0.1:${port}/healthz`)
  const first = await run(
    ['server/main.ts'],
    { PORT: String(port), DATA_DIR: once.path, DEMO_PASSWORD: 'a lamp for the night' },
    ready,
  )
  await first.stop()

  const own = temporaryDirectory()
  fs.cpSync(once.path, own.path, { recursive: true })
  const running = await run(
    ['server/main.ts'],
    { PORT: String(port), DATA_DIR: own.path, BACKEND_PORT: String(backendPort) },
    ready,
  )
  project.provide('startedOnce', once.path)
  project.provide('shared', {
    url: `http://localhost:${port}`,
    port,
    backendUrl: `http://127.0.0.1:${backendPort}`,
    dataDirectory: own.path,
    keys: JSON.parse(fs.readFileSync(`${own.path}/backend-keys.json`, 'utf8')) as BackendKeys,
  })
  return async () => {
    await running.stop()
    once.remove()
    own.remove()
  }
}
