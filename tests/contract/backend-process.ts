/* Runs the embedded backend in its own process and directory, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { BackendKeys } from '../../server/backend/keys.ts'

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

const repository = path.resolve(import.meta.dirname, '../..')
const START_DEADLINE_MS = 90_000
const STOP_DEADLINE_MS = 15_000

/** Starts it, without sample content; on a PostgreSQL when `databaseUrl` names one. */
export async function launchBackend(databaseUrl?: string): Promise<BackendProcess> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-contract-'))
  const dataDirectory = path.join(directory, 'data')
  const output = path.join(directory, 'output.log')
  const port = await freePort()
  const log = fs.openSync(output, 'w')
  const child = spawn(process.execPath, ['scripts/backend.ts'], {
    cwd: repository,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      SEED: 'none',
      DATA_DIR: dataDirectory,
      BACKEND_PORT: String(port),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  })
  fs.closeSync(log)
  const stop = async () => {
    await end(child)
    fs.rmSync(directory, { recursive: true, force: true })
  }
  try {
    await answering(child, output)
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function answering(child: ChildProcess, output: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  while (!fs.readFileSync(output, 'utf8').includes('The backend answers on')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The backend did not start:\n${fs.readFileSync(output, 'utf8')}`)
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
