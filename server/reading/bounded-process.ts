import { fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { isMissing } from '../missing-file.ts'

/**
 * Limits of time and memory for one work. A thesis of 200 pages takes about two seconds to read. Buffers are not part
 * of the heap, so the memory of the whole process is checked too (on Linux; elsewhere only heap and time are
 * limited).
 */
export type Bounds = { deadlineMs: number; heapMb: number; memoryBytes: number }
export const usual: Bounds = { deadlineMs: 45_000, heapMb: 384, memoryBytes: 768 * 1024 * 1024 }
const LOOK_EVERY_MS = 50

/** Why a process returned nothing. */
export type ProcessFailure = 'not started' | 'too large' | 'too slow' | 'broken'

/**
 * The files that the process may read in addition to the work: its code, its libraries, and the package.json that
 * states the module type.
 */
const here = fs.realpathSync(import.meta.dirname)
const root = path.resolve(here, '../..')
const itsCode = [
  here,
  path.join(root, 'app/platform/text'),
  // In a worktree this is a link.
  path.join(root, 'node_modules'),
  fs.realpathSync(path.join(root, 'node_modules')),
  path.join(root, 'package.json'),
]

/**
 * Runs a module of this folder on a file, in a separate process that is killed when it takes too long or too much
 * memory. It has no environment variables, may read only the file and its own code, and may not write files or start
 * processes.
 * @returns the message that it sent, unchecked, or why there is none.
 */
export async function runBounded(
  module: string,
  file: string,
  words: readonly string[],
  { deadlineMs, heapMb, memoryBytes }: Bounds,
): Promise<{ message: unknown } | { failure: ProcessFailure }> {
  const { promise, resolve } = Promise.withResolvers<{ message: unknown } | { failure: ProcessFailure }>()
  const fail = (failure: ProcessFailure) => resolve({ failure })
  const child = fork(path.join(here, module), [file, ...words], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...[...itsCode, fs.realpathSync(file)].map((place) => `--allow-fs-read=${place}`),
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Bytes arrive as bytes.
    serialization: 'advanced',
  })
  endFirst(child.pid)
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const gone = new Promise<void>((done) => {
    child.once('close', () => done())
    child.once('error', () => done())
  })
  child.on('message', (message) => resolve({ message }))
  child.on('error', () => fail('not started'))
  // A full heap ends the process with SIGABRT, a full machine with SIGKILL.
  child.on('exit', (_code, signal) => fail(signal === 'SIGABRT' || signal === 'SIGKILL' ? 'too large' : 'broken'))
  const deadline = setTimeout(() => fail('too slow'), deadlineMs)
  const look = setInterval(() => {
    if (getMemory(child.pid) > memoryBytes) {
      fail('too large')
    }
  }, LOOK_EVERY_MS)
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    clearInterval(look)
    end()
    await gone
    process.off('exit', end)
  }
}

/**
 * Raises the process's OOM score, so that Linux kills it before the site when memory runs out. Other systems have no
 * such setting.
 */
function endFirst(pid: number | undefined): void {
  try {
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch (error) {
    if (!isMissing(error)) {
      logFailure('Could not raise the OOM score of a reader', error)
    }
  }
}

/** Returns the resident memory of a process in bytes; 0 when it is unknown or the process has ended. */
function getMemory(pid: number | undefined): number {
  try {
    const kilobytes = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB$/m)?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch (error) {
    if (!isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ESRCH') {
      logFailure('Could not read the memory of a process', error)
    }
    return 0
  }
}
