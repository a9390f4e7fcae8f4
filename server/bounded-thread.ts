import { Piscina } from 'piscina'

type Bounds = {
  /** The module that does the jobs. */
  module: URL
  /** The longest time for a job, in milliseconds. After it the thread is ended. */
  patience: number
  /** An unused thread is ended after so many milliseconds, to free its memory. */
  idle: number
  /** How many MiB of old memory it may use. */
  memory: number
  /** What the log says when a job fails, such as "A picture could not be drawn". */
  failure: string
}

/** One thread with bounds of time and memory (piscina). It is started when needed, and again after a crash. */
export class BoundedThread<Job, Done> {
  readonly #bounds: Bounds
  readonly #pool: Piscina<Job, Done>

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#pool = new Piscina<Job, Done>({
      filename: bounds.module.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: bounds.idle,
      resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
    })
  }

  /** The result of the job; null when it failed, crashed or took too long. The log says why. */
  async do(job: Job): Promise<Done | null> {
    try {
      return await this.#pool.run(job, { signal: AbortSignal.timeout(this.#bounds.patience) })
    } catch (error) {
      console.error(`${this.#bounds.failure}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return null
    }
  }

  /** Ends the thread and its current job. */
  async end(): Promise<void> {
    await this.#pool.destroy()
  }
}
