import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** An empty directory of this test, and how to remove it. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-test-'))
  return { path: directory, remove: () => fs.rmSync(directory, { recursive: true, force: true }) }
}

export type Running = {
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Ends it as Ctrl-C's gentle sister would and says with what code it ended. */
  stop(): Promise<number | null>
}

/** Runs one of our own programs with Node until `ready` answers, with nothing of Lamplight's environment but `variables`. */
export async function run(words: string[], variables: Record<string, string>, ready: () => Promise<boolean>): Promise<Running> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const running: Running = {
    process: child,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
  const giveUp = Date.now() + 60_000
  while (!(await ready())) {
    if (child.exitCode !== null || Date.now() > giveUp) {
      await running.stop()
      throw new Error(`${words.join(' ')} did not get ready:\n${printed}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return running
}

/** Whether an address answers 200 now. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
