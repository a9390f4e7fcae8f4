import { Worker } from 'node:worker_threads'
import type { FileFacts, ReadWork } from '../../app/platform/reading.ts'
import { queuePerKey } from '../backend/in-turn.ts'

/** What one reading may cost. A thesis of 200 pages takes about two seconds. */
type Bounds = { deadlineMs: number; heapMb: number; growthBytes: number }
/** Buffers are no part of a thread's heap: the memory of the whole process is looked at too. */
const usual: Bounds = { deadlineMs: 45_000, heapMb: 384, growthBytes: 768 * 1024 * 1024 }
const LOOK_EVERY_MS = 100

const nothing = { pages: null, words: null, headings: [], firstChapter: null }

/** Reads works one after the other, each in a thread of its own that is ended when it takes too long or too much memory. */
export function openReader(bounds: Bounds = usual): ReadWork {
  const inTurn = queuePerKey()
  return (path, ending) => inTurn('reading', () => read(path, ending, bounds))
}

async function read(path: string, ending: string, { deadlineMs, heapMb, growthBytes }: Bounds): Promise<FileFacts> {
  const { promise, resolve } = Promise.withResolvers<FileFacts>()
  const given = (note: string) => resolve({ ...nothing, note })
  const before = process.memoryUsage.rss()
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: { path, ending },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Nothing in it needs to know where it runs, or a key.
    env: {},
    stdout: true,
    stderr: true,
  })
  worker.on('message', resolve)
  worker.on('error', (error: NodeJS.ErrnoException) =>
    given(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'It is too large to be read here.'
        : 'It cannot be read: something in it breaks the program.',
    ),
  )
  worker.on('exit', () => given('It cannot be read: something in it breaks the program.'))
  const deadline = setTimeout(
    () => given('It takes too long to be read here. See whether it opens on your own machine.'),
    deadlineMs,
  )
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > growthBytes) {
      given('It is too large to be read here.')
    }
  }, LOOK_EVERY_MS)
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    clearInterval(look)
    await worker.terminate()
  }
}
