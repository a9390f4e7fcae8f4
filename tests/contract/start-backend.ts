/*
 * Which backend the contract suite speaks to. With CONTRACT_URL, CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY: that one (a hosted
 * project, say). Otherwise the embedded backend, alone in a process of its own on a free port, in a directory that goes afterwards;
 * with CONTRACT_DATABASE_URL it stands on that PostgreSQL.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { BackendKeys } from '../../server/backend/keys.ts'

export type BackendUnderTest = {
  url: string
  publishableKey: string
  secretKey: string
  /** What can be seen from behind, when the backend is ours: null for a hosted project. */
  embedded: { dataDirectory: string; pid: number; output: string; jwtSecret: string; onPglite: boolean } | null
}

declare module 'vitest' {
  export interface ProvidedContext {
    backend: BackendUnderTest
  }
}

const repository = path.resolve(import.meta.dirname, '../..')
const START_DEADLINE_MS = 90_000
const STOP_DEADLINE_MS = 15_000

export default async function startBackend(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONTRACT_URL: url, CONTRACT_PUBLISHABLE_KEY: publishableKey, CONTRACT_SECRET_KEY: secretKey } = process.env
  if (url && publishableKey && secretKey) {
    project.provide('backend', { url, publishableKey, secretKey, embedded: null })
    return undefined
  }

  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-contract-'))
  const dataDirectory = path.join(directory, 'data')
  const output = path.join(directory, 'output.log')
  const port = await freePort()
  const log = fs.openSync(output, 'w')
  const databaseUrl = process.env.CONTRACT_DATABASE_URL
  const backend = spawn(process.execPath, ['scripts/backend.ts'], {
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
  try {
    await answering(backend, output)
  } catch (error) {
    await stop(backend, directory)
    throw error
  }

  const keys = JSON.parse(fs.readFileSync(path.join(dataDirectory, 'backend-keys.json'), 'utf8')) as BackendKeys
  project.provide('backend', {
    url: `http://127.0.0.1:${port}`,
    publishableKey: keys.publishable_key,
    secretKey: keys.secret_key,
    embedded: { dataDirectory, pid: backend.pid as number, output, jwtSecret: keys.jwt_secret, onPglite: !databaseUrl },
  })
  return () => stop(backend, directory)
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

async function answering(backend: ChildProcess, output: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  while (!fs.readFileSync(output, 'utf8').includes('The backend answers on')) {
    if (backend.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The backend did not start:\n${fs.readFileSync(output, 'utf8')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function stop(backend: ChildProcess, directory: string): Promise<void> {
  if (backend.exitCode === null && backend.signalCode === null) {
    const exit = once(backend, 'exit')
    backend.kill('SIGTERM')
    const insist = setTimeout(() => backend.kill('SIGKILL'), STOP_DEADLINE_MS)
    await exit
    clearTimeout(insist)
  }
  fs.rmSync(directory, { recursive: true, force: true })
}
