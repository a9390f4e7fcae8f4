import { errorStack, log } from '#app/platform/log/log.server.ts'
import { Piscina } from 'piscina'

type Bounds = {
  /** The module that does the jobs. */
  module: URL
  /** The time limit of a job, in milliseconds. After it the thread is terminated. */
  patience: number
  /** An unused thread is terminated after this many milliseconds, to free its memory. */
  idle: number
  /** Limit of its old-generation heap, in MiB. */
  memory: number
  /** Log message of a failed job, such as "Could not draw a picture". */
  failure: string
}

/** A thread with limits of time and memory (piscina). It is started when needed, and again after a crash. */
export class BoundedThread<Job, Done> {
  readonly #bounds: Bounds
  readonly #pool: Piscina<Job, Done>

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#pool = new Piscina<Job, Done>({
      filename: bounds.module.href,
      // Its jobs need no settings.
      env: {},
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: bounds.idle,
      resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
    })
  }

  /** Returns the result of the job, or null when it failed, crashed or took too long. The reason is logged. */
  async do(job: Job): Promise<Done | null> {
    try {
      return await this.#pool.run(job, { signal: AbortSignal.timeout(this.#bounds.patience) })
    } catch (error) {
      log.error({ event: 'thread.failed', error: errorStack(error) }, this.#bounds.failure)
      return null
    }
  }

  /** Terminates the thread and its current job. */
  async end(): Promise<void> {
    await this.#pool.destroy()
  }
}
