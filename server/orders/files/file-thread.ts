import { Piscina } from 'piscina'
import type { Job } from './maker.ts'

/** The longest time for a file, in milliseconds. A thesis of 200 pages takes a second. After it the thread is ended. */
const PATIENCE_MS = 45_000
/** An unused thread is ended after so many milliseconds, to free its memory. */
const IDLE_MS = 30_000

/** One thread that makes files (piscina), with a bound of memory. It is started when needed, and again after a crash. */
export class FileThread {
  readonly #pool = new Piscina<Job, Uint8Array>({
    filename: new URL('./maker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  })

  /** The file; null when it could not be made in time or in memory. The log says why. */
  async make(job: Job): Promise<Uint8Array | null> {
    try {
      return await this.#pool.run(job, { signal: AbortSignal.timeout(PATIENCE_MS) })
    } catch (error) {
      console.error(`A file could not be stamped: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  /** Ends the thread and its current job. */
  async end(): Promise<void> {
    await this.#pool.destroy()
  }
}
