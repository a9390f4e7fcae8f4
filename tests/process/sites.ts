/* Apps of the process tests: one that all of them share, and those that a test starts for itself. */
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import type { BackendKeys } from '#server/backend/keys.ts'
import type { Shared } from './start-shared.ts'
import { startedOnce } from '../support/test-databases.ts'
import { isReachable, freePort, listens, run, type Running, temporaryDirectory } from '../support/processes.ts'

export { getClient } from '../support/client.ts'
export { DEMO_PASSWORD, startedOnce } from '../support/test-databases.ts'

export type Site = {
  /** Its address with the host name localhost. */
  url: string
  port: number
  dataDirectory: string
  running: Running
  /** Ends it and removes its files. */
  end(): Promise<void>
}

export const STUDENT = 'student@lamplight.example'
export const ADMIN = 'admin@lamplight.example'

/** The app that the tests of this worker share, one file after the other; a test must leave it unchanged. */
export const shared = getShared(Number(process.env.VITEST_POOL_ID))

/**
 * The environment with which a new site uses the backend of `shared`: it starts in a quarter of the time of a whole
 * app.
 */
export const onSharedBackend = {
  SUPABASE_URL: shared.backendUrl,
  SUPABASE_PUBLISHABLE_KEY: shared.keys.publishable_key,
}

function getShared(worker: number): Shared {
  const started = inject('shared')
  const own = started[(worker - 1) % started.length]
  if (!own) {
    throw new Error(`There is no app for worker ${worker} of ${started.length}`)
  }
  return own
}

let atTheEnd: (() => unknown)[] = []

/** Registers `tidy` to run after the tests of this file, whatever their outcome. */
export function whenOver(tidy: () => unknown): void {
  atTheEnd.push(tidy)
}

/**
 * Runs the functions of `whenOver`, so that a test that fails half-way leaves no process behind. tidy-up.ts calls it
 * after each file.
 */
export async function tidyUp(): Promise<void> {
  const result = atTheEnd
  atTheEnd = []
  await Promise.all(result.map((each) => each()))
}

/**
 * Starts an app on a directory that was started once before, unless one is given. `settings`: of V8, where those of a
 * test do not fit.
 */
export async function startSite(
  variables: Record<string, string> = {},
  input?: { path: string; remove(): void },
  settings?: readonly string[],
): Promise<Site> {
  const directory = input ?? ('SUPABASE_URL' in variables ? temporaryDirectory() : await startedOnce())
  const port = await freePort()
  const health = `http://127.0.0.1:${port}/healthz`
  const running = await run(
    ['server/main.ts'],
    { PORT: String(port), DATA_DIR: directory.path, ...variables },
    // A site counts as started even if its backend is down.
    () => ('SUPABASE_URL' in variables ? listens(health) : isReachable(health)),
    settings,
  )
  const end = async () => {
    await running.stop()
    directory.remove()
  }
  whenOver(end)
  return { url: `http://localhost:${port}`, port, dataDirectory: directory.path, running, end }
}

/** Serves the embedded backend alone, as `npm run backend` does, on its own port. */
export async function startBackend(variables: Record<string, string> = {}, input?: { path: string; remove(): void }) {
  const directory = input ?? (await startedOnce())
  const port = variables.BACKEND_PORT ?? String(await freePort())
  const running = await run(['tools/backend.ts'], { BACKEND_PORT: port, DATA_DIR: directory.path, ...variables }, () =>
    listens(`http://127.0.0.1:${port}/`),
  )
  const keys = keysIn(directory.path)
  const end = async () => {
    await running.stop()
    directory.remove()
  }
  whenOver(end)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDirectory: directory.path,
    running,
    keys,
    /** The environment variables of a site that uses this backend. */
    variables: {
      SUPABASE_URL: `http://127.0.0.1:${port}`,
      SUPABASE_PUBLISHABLE_KEY: keys.publishable_key,
      SUPABASE_SECRET_KEY: keys.secret_key,
    },
    end,
  }
}

export function keysIn(dataDirectory: string): BackendKeys {
  return JSON.parse(fs.readFileSync(path.join(dataDirectory, 'backend-keys.json'), 'utf8')) as BackendKeys
}
