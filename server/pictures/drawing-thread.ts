import { Piscina } from 'piscina'
import type { Done, Job } from './drawer.ts'

/** The longest time for a picture, in milliseconds. Most take a tenth of a second. After it the thread is ended. */
const PATIENCE_MS = 30_000
/** An unused thread is ended after so many milliseconds, to free its memory. */
const IDLE_MS = 60_000

/** One drawing thread (piscina). It is started when needed, and again after a crash. */
export class DrawingThread {
  readonly #pool = new Piscina<Job, Done>({
    filename: new URL('./drawer.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })

  /** The result of the job; null when it failed, crashed or took too long. The log says why. */
  async do(job: Job): Promise<Done> {
    try {
      return await this.#pool.run(job, { signal: AbortSignal.timeout(PATIENCE_MS) })
    } catch (error) {
      console.error(`A picture could not be drawn: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return null
    }
  }

  /** Ends the thread and its current job. */
  async end(): Promise<void> {
    await this.#pool.destroy()
  }
}
