import { Worker } from 'node:worker_threads'
import type { Picture } from '../../app/platform/pictures.ts'
import type { Done, Job } from './drawer.ts'

/** A picture takes a tenth of a second; one that takes so long is given up, and its thread with it. */
const PATIENCE_MS = 30_000
/** A thread that nobody needed for so long gives its memory back. */
const IDLE_MS = 60_000

/** One thread that draws, started when it is needed. Callers send one job at a time. */
export class DrawingThread {
  #worker: Worker | null = null
  #settle: (picture: Done) => void = () => {}
  #timer: NodeJS.Timeout | undefined

  /** What the thread made of the job; null when it could not, broke, or took too long. */
  async do(job: Job): Promise<Picture | null> {
    const { promise, resolve } = Promise.withResolvers<Done>()
    this.#settle = resolve
    this.#endAfter(PATIENCE_MS)
    this.#worker ??= this.#start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(job)
    const picture = await promise
    this.#endAfter(IDLE_MS)
    return picture
  }

  /** Ends the thread; a job that it is at comes to nothing. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = null
    this.#settle(null)
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./drawer.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    worker.on('message', (picture: Done) => this.#settle(picture))
    worker.on('error', (error) => console.error(`The thread that draws pictures broke: ${error.message}`))
    worker.on('exit', () => {
      // By itself, that is: what end() ended is settled already, and another may have begun.
      if (this.#worker === worker) {
        this.#worker = null
        this.#settle(null)
      }
    })
    // The process may end while the thread has nothing to do.
    worker.unref()
    return worker
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.end(), milliseconds).unref()
  }
}
