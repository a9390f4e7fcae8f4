import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { isMissing } from '#server/missing-file.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/**
 * Below the ports that the system assigns to connections and to listeners on port 0: another process could take one of
 * those before a program listens there. Above 10080, the last of the ports that `fetch` refuses.
 */
const PORTS = { first: 11_000, count: 19_000 }
/** Each reserved port has a file here with the number of its process, so that no two processes get the same one. */
const reservedPorts = path.join(os.tmpdir(), 'lamplight-test-ports')

const own: string[] = []
process.once('exit', () => own.forEach((note) => fs.rmSync(note, { force: true })))

/** Returns a free port of the loopback address, reserved for the lifetime of this process. */
export async function freePort(): Promise<number> {
  fs.mkdirSync(reservedPorts, { recursive: true })
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count)
    if (isGivenTo(process.pid, port) && (await isFree(port))) {
      return port
    }
  }
}

/** Reserves the port for this process, unless another live one has it. */
function isGivenTo(pid: number, port: number): boolean {
  const note = path.join(reservedPorts, String(port))
  try {
    fs.writeFileSync(note, String(pid), { flag: 'wx' })
  } catch {
    removeIfStale(note)
    return false
  }
  own.push(note)
  return true
}

/** Removes the reservation of a killed process. */
function removeIfStale(note: string): void {
  try {
    if (isGone(Number(fs.readFileSync(note, 'utf8')))) {
      fs.rmSync(note, { force: true })
    }
  } catch (error) {
    if (!isMissing(error)) {
      throw error
    }
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1')
  const free = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
  })
  if (free) {
    server.close()
    await once(server, 'close')
  }
  return free
}

/** Creates an empty directory for this test. Returns it with a function that removes it. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const directory = fs.mkdtempSync(path.join((place ??= getDirectoriesRoot()), `${DIRECTORY}${process.pid}-`))
  // A process that was just killed may still write a last file.
  return { path: directory, remove: () => fs.rmSync(directory, { recursive: true, force: true, maxRetries: 10 }) }
}

const DIRECTORY = 'lamplight-test-'
const MEMORY = '/dev/shm'
/** Bytes that must be free in memory: some twenty data directories of about 100 MB exist at a time. */
const MIN_FREE_BYTES = 8 * 1024 ** 3
let place: string | undefined

/**
 * Returns the place of the tests' directories: memory where there is space, because copies of data directories take a
 * third of the time there.
 */
function getDirectoriesRoot(): string {
  if (!fs.existsSync(MEMORY)) {
    return os.tmpdir()
  }
  removeForgotten()
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return bavail * bsize > MIN_FREE_BYTES ? MEMORY : os.tmpdir()
}

/**
 * Removes the directories that a killed process left behind, with the small disks that are mounted there
 * (small-disk.ts).
 */
function removeForgotten(): void {
  for (const name of fs.readdirSync(MEMORY).filter((entry) => entry.startsWith(DIRECTORY))) {
    if (isGone(Number(name.slice(DIRECTORY.length).split('-')[0]))) {
      const directory = path.join(MEMORY, name)
      for (const mounted of mountsIn(directory)) {
        const [command, ...words] = [...(process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']), 'umount', '--lazy']
        spawnSync(command, [...words, mounted])
      }
      fs.rmSync(directory, { recursive: true, force: true })
    }
  }
}

/** Lists the file systems that are mounted at a directory or below it, the innermost first. */
function mountsIn(directory: string): string[] {
  return fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((mounted) => mounted === directory || mounted.startsWith(`${directory}/`))
    .toReversed()
}

export type Running = {
  process: ChildProcess
  /** Returns its output so far. */
  output(): string
  /** Resolves with its exit code when it has ended; null when a signal ended it. */
  ended: Promise<number | null>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

const PATIENCE_MS = 240_000

/** Variables that each program inherits. All processes must share the clock of faketime (docs/testing.md). */
const INHERITED = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

/**
 * Starts a program in our directory, or in `cwd`, with only `variables` of the app's environment. `detached`: in its
 * own process group, to send it signals as a terminal does.
 */
export function start(
  command: string,
  words: string[],
  variables: Record<string, string>,
  { detached = false, cwd = root }: { detached?: boolean; cwd?: string } = {},
): Running {
  const child = spawn(command, words, {
    cwd,
    env: { ...INHERITED, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  return {
    process: child,
    output: () => printed,
    ended,
    async stop() {
      child.kill('SIGTERM')
      const insist = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      const code = await ended
      clearTimeout(insist)
      return code
    },
  }
}

/**
 * V8 does not optimise WebAssembly in a test's process, which lives for seconds: a start with six pages takes 2.1
 * instead of 3.5 CPU-seconds. Compiled scripts are cached for the next process.
 */
export const FOR_A_SHORT_LIFE = ['--liftoff-only']
export const COMPILED = path.join(root, 'node_modules/.cache/lamplight-tests-compiled')

/** Runs one of our own programs with Node until `ready` returns true. */
export async function run(
  words: string[],
  variables: Record<string, string>,
  ready: () => Promise<boolean>,
  settings: readonly string[] = FOR_A_SHORT_LIFE,
): Promise<Running> {
  const running = start(process.execPath, [...settings, ...words], {
    NODE_COMPILE_CACHE: COMPILED,
    // On a loaded machine, unoptimised WebAssembly blocks the main thread for longer than the default of 30 seconds.
    WATCHDOG_SECONDS: String(PATIENCE_MS / 1000),
    ...variables,
  })
  await until(ready, running)
  return running
}

/** Waits until `holds` returns true. Throws with the output when the process ends before, or when it takes too long. */
export async function until(holds: () => Promise<boolean> | boolean, running: Running): Promise<void> {
  const giveUp = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (running.process.exitCode !== null || running.process.signalCode !== null || Date.now() > giveUp) {
      await running.stop()
      throw new Error(`${running.process.spawnargs.join(' ')} did not become ready:\n${running.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Runs one of our own programs with Node until it ends. */
export async function runToEnd(
  words: string[],
  variables: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const running = start(process.execPath, [...FOR_A_SHORT_LIFE, ...words], { NODE_COMPILE_CACHE: COMPILED, ...variables })
  const insist = setTimeout(() => running.process.kill('SIGKILL'), PATIENCE_MS)
  const code = await running.ended
  clearTimeout(insist)
  return { code, output: running.output() }
}

/** Returns true if an address responds with 200 now. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Returns true if an address responds at all now. */
export async function listens(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel()
    return true
  } catch {
    return false
  }
}
