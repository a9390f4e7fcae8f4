import { fork } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { logFailure } from '#app/platform/process/failures.server.ts'
import type { FileMetadata, ReadWork } from '#app/platform/process/reading.ts'
import { queuePerKey } from '#app/platform/process/serialize.ts'
import { isMissing } from '../missing-file.ts'

/**
 * Limits of time and memory for reading one work. A thesis of 200 pages takes about two seconds. Buffers are not part
 * of the heap, so the memory of the whole process is checked too (on Linux; elsewhere only heap and time are
 * limited).
 */
type Bounds = { deadlineMs: number; heapMb: number; memoryBytes: number }
const usual: Bounds = { deadlineMs: 45_000, heapMb: 384, memoryBytes: 768 * 1024 * 1024 }
const LOOK_EVERY_MS = 50

const nothing = { pages: null, words: null, headings: [], firstChapter: null, studyDetails: null }
const tooLarge = 'It is too large to be read here.'

const readerFile = path.join(fs.realpathSync(import.meta.dirname), 'reader.ts')
/**
 * The files that the reader's process may read in addition to the work: its code, its libraries, and the package.json
 * that states the module type.
 */
const root = path.resolve(path.dirname(readerFile), '../..')
const itsCode = [path.dirname(readerFile), fs.realpathSync(path.join(root, 'node_modules')), path.join(root, 'package.json')]

/**
 * Reads works one after the other, each in a separate process, which is killed when it takes too long or too much
 * memory. That process has no environment variables, may read only the file and its own code, and may not write files
 * or start processes.
 */
export function openReader(bounds: Bounds = usual): ReadWork {
  const serialize = queuePerKey()
  return (file, ending) => serialize('reading', () => read(file, ending, bounds))
}

async function read(file: string, ending: string, { deadlineMs, heapMb, memoryBytes }: Bounds): Promise<FileMetadata> {
  const { promise, resolve } = Promise.withResolvers<FileMetadata>()
  const input = (note: string) => resolve({ ...nothing, note })
  const reader = fork(readerFile, [file, ending], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...[...itsCode, fs.realpathSync(file)].map((place) => `--allow-fs-read=${place}`),
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  endFirst(reader.pid)
  const end = () => reader.kill('SIGKILL')
  process.once('exit', end)
  const gone = new Promise<void>((done) => {
    reader.once('close', () => done())
    reader.once('error', () => done())
  })
  reader.on('message', (details) => resolve(details as FileMetadata))
  reader.on('error', () => input('It cannot be read: the program that reads it did not start.'))
  // A full heap ends the process with SIGABRT, a full machine with SIGKILL.
  reader.on('exit', (_code, signal) =>
    input(signal === 'SIGABRT' || signal === 'SIGKILL' ? tooLarge : 'It cannot be read: something in it breaks the program.'),
  )
  const deadline = setTimeout(
    () => input('It takes too long to be read here. See whether it opens on your own machine.'),
    deadlineMs,
  )
  const look = setInterval(() => {
    if (getMemory(reader.pid) > memoryBytes) {
      input(tooLarge)
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
 * Raises the reader's OOM score, so that Linux kills it before the site when memory runs out. Other systems have no
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
