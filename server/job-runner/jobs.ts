import { log } from '#app/platform/log/log.server.ts'
import { isDiskFullError } from '../disk/disk-space.ts'
import { newReference } from '../reference.ts'

/** A failing job as /healthz shows it: since when (UTC) and for how many seconds. The reason is only in the log. */
export type FailingJob = { job: string; since: string; seconds: number }

const MAX_CAUSE_CHARS = 300

/** The background work of this process. */
export class Jobs {
  readonly #jobs: Job[] = []
  #haveBegun: boolean
  #isPaused = () => false

  /**
   * Creates the list of jobs.
   * @param begin 'when told': the jobs wait for `begin`. Otherwise each starts when it is added.
   */
  constructor({ begin = 'when added' }: { begin?: 'when added' | 'when told' } = {}) {
    this.#haveBegun = begin === 'when added'
  }

  /**
   * Adds a job.
   * @param begins 'at once': it does not wait for `begin`.
   */
  add(name: string, begins: 'with the others' | 'at once' = 'with the others'): Job {
    const job = new Job(name, this.#haveBegun || begins === 'at once', () => this.#isPaused())
    this.#jobs.push(job)
    return job
  }

  /** Starts the jobs that wait, and those that are added from now on. */
  begin(): void {
    this.#haveBegun = true
    for (const job of this.#jobs) {
      job.begin()
    }
  }

  /** Starts no round while `isPaused` returns true. The next round after that comes at its usual time. */
  pauseWhile(isPaused: () => boolean): void {
    this.#isPaused = isPaused
  }

  all(): readonly Job[] {
    return this.#jobs
  }

  /** Returns the failing jobs, the longest failing first. */
  failing(now = Date.now()): FailingJob[] {
    return this.#jobs
      .flatMap(({ name, failingSince }) => (failingSince === null ? [] : [{ name, failingSince }]))
      .toSorted((one, other) => one.failingSince - other.failingSince)
      .map(({ name, failingSince }) => ({
        job: name,
        since: new Date(failingSince).toISOString(),
        // The clock may have been set back since then.
        seconds: Math.max(0, Math.floor((now - failingSince) / 1000)),
      }))
  }
}

/**
 * A kind of background work, done in rounds (periodic.ts). It counts as failing from the first round with a failure
 * until a round after which nothing waits for another attempt.
 */
export class Job {
  readonly name: string
  #failingSince: number | null = null
  #failedNow = false
  #cause: string | null = null
  #waiting = 0
  #rounds = 0
  #hasBegun: boolean
  readonly #atItsBeginning: (() => void)[] = []
  #nudge = () => {}

  readonly #isPaused: () => boolean

  constructor(name: string, hasStarted: boolean, isPaused = () => false) {
    this.name = name
    this.#hasBegun = hasStarted
    this.#isPaused = isPaused
  }

  get isPaused(): boolean {
    return this.#isPaused()
  }

  get hasStarted(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
    for (const start of this.#atItsBeginning.splice(0)) {
      start()
    }
  }

  /** Calls `start` when the job starts, or now if it has started. */
  whenItBegins(start: () => void): void {
    if (this.#hasBegun) {
      start()
    } else {
      this.#atItsBeginning.push(start)
    }
  }

  /**
   * Starts a round now. Before the job has work (`runPeriodically`) nothing happens, since its first round is still
   * to come.
   */
  nudge(): void {
    this.#nudge()
  }

  /** Sets what `nudge` calls. */
  onNudge(nudge: () => void): void {
    this.#nudge = nudge
  }

  /** Time of the first failure in milliseconds since 1970; null while the job works. */
  get failingSince(): number | null {
    return this.#failingSince
  }

  /** Message of the last failure, for admins; null while the job works, or if it only waits for another attempt. */
  get cause(): string | null {
    return this.#cause
  }

  /** Number of items that wait for another attempt after the last round. */
  get waiting(): number {
    return this.#waiting
  }

  /** Number of rounds since the start. */
  get rounds(): number {
    return this.#rounds
  }

  /**
   * Logs a failure with the job and a reference, and counts the round as failed. `about` names the item. A round that
   * started just before the disk became full does not count: the disk has its own line in the log and in /healthz.
   */
  failed(error: unknown, about?: string): void {
    if (this.#isPaused() && isDiskFullError(error)) {
      return
    }
    this.#failedNow = true
    this.#cause = (error instanceof Error ? error.message : String(error)).slice(0, MAX_CAUSE_CHARS)
    log.error(
      {
        event: 'job.failed',
        reference: newReference(),
        job: this.name,
        ...(about !== undefined && { about }),
        error: described(error),
      },
      about === undefined ? this.name : `${this.name}: ${about}`,
    )
  }

  /** Logs an event that is not a failure, with the job and a reference. */
  log(what: string): void {
    log.info({ event: 'job.reported', reference: newReference(), job: this.name }, `${this.name}: ${what}`)
  }

  /** Logs something that needs a look but does not fail the job, with the job and a reference. */
  warn(what: string): void {
    log.warn({ event: 'job.warned', reference: newReference(), job: this.name }, `${this.name}: ${what}`)
  }

  /** Ends a round. `waiting`: the number of items that wait for another attempt. */
  finishRound(waiting: number): void {
    this.#failingSince = this.#failedNow || waiting > 0 ? (this.#failingSince ?? Date.now()) : null
    if (this.#failingSince === null) {
      this.#cause = null
    }
    this.#failedNow = false
    this.#waiting = waiting
    this.#rounds += 1
  }
}

/** Returns the backend's message with its code, or the place in our own code. */
function described(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error)
  }
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code !== '' ? `${error.message} (${code})` : (error.stack ?? error.message)
}
