import { Piscina } from 'piscina'
import type { Done, Job } from './drawer.ts'

/** A picture takes a tenth of a second; one that takes so long is given up, and its thread with it. */
const PATIENCE_MS = 30_000
/** A thread that nobody needed for so long gives its memory back. */
const IDLE_MS = 60_000

/** One thread that draws, started when it is needed and again when it broke (piscina). */
export class DrawingThread {
  readonly #pool = new Piscina<Job, Done>({
    filename: new URL('./drawer.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })

  /** What the thread made of the job; null when it could not, broke, or took too long. Why is in the log. */
  async do(job: Job): Promise<Done> {
    try {
      return await this.#pool.run(job, { signal: AbortSignal.timeout(PATIENCE_MS) })
    } catch (error) {
      console.error(`A picture could not be drawn: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return null
    }
  }

  /** Ends the thread; a job that it is at comes to nothing. */
  async end(): Promise<void> {
    await this.#pool.destroy()
  }
}
