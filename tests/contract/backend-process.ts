/* Runs the embedded backend in its own process and directory, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { BackendKeys } from '#server/backend/keys.ts'
import { startedOnce } from '../support/test-databases.ts'
import { COMPILED, FOR_A_SHORT_LIFE, freePort, root, temporaryDirectory } from '../support/processes.ts'

export type BackendProcess = {
  url: string
  keys: BackendKeys
  pid: number
  dataDirectory: string
  /** The file with its output. */
  output: string
  /** Ends the process and removes its directory. */
  stop(): Promise<void>
}

/** The secret of automations; a project configured by the environment has its own. */
export const SALES_HOOK_SECRET = process.env.CONTRACT_SALES_HOOK_SECRET ?? 'a secret of the contract suite'

const START_DEADLINE_MS = 90_000
const STOP_DEADLINE_MS = 15_000

/**
 * Starts the backend without sample content on a migrated data directory, or on the PostgreSQL that `databaseUrl`
 * names.
 */
export async function launchBackend({ databaseUrl }: { databaseUrl?: string | undefined } = {}): Promise<BackendProcess> {
  const data = databaseUrl ? { ...temporaryDirectory(), variables: {} } : await startedOnce('none')
  const dataDirectory = data.path
  const log = temporaryDirectory()
  const output = path.join(log.path, 'output.log')
  const port = await freePort()
  const printed = fs.openSync(output, 'w')
  const child = spawn(process.execPath, [...FOR_A_SHORT_LIFE, 'tools/backend.ts'], {
    cwd: root,
    stdio: ['ignore', printed, printed],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      SEED: 'none',
      DATA_DIR: dataDirectory,
      BACKEND_PORT: String(port),
      SALES_HOOK_SECRET,
      ...data.variables,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  })
  fs.closeSync(printed)
  const stop = async () => {
    await end(child)
    data.remove()
    log.remove()
  }
  try {
    await waitUntilServing(child, output)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    keys: JSON.parse(fs.readFileSync(path.join(dataDirectory, 'backend-keys.json'), 'utf8')) as BackendKeys,
    pid: child.pid as number,
    dataDirectory,
    output,
    stop,
  }
}

async function waitUntilServing(child: ChildProcess, output: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  while (!fs.readFileSync(output, 'utf8').includes('The backend answers on')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`Could not start the backend:\n${fs.readFileSync(output, 'utf8')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return
  }
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
  await exit
  clearTimeout(insist)
}
