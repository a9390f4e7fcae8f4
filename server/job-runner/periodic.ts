import type { Job } from './jobs.ts'

export type PeriodicJob = {
  /** Starts a round now instead of at its time. */
  nudge(): void
  /** Resolves when no round is running. */
  idle(): Promise<void>
  /** Stops the rounds and waits for the running one. */
  stop(): Promise<void>
}

export type Round = {
  /** True when the next round should follow immediately. */
  more?: boolean
  /** Number of items that wait for another attempt. */
  waiting?: number
}

/**
 * Runs the work of a job in rounds: when the job starts, every `everyMs` milliseconds, and on each nudge; never two
 * at a time. Any number of nudges during a round start one more round. A round that returns `more` is followed by the
 * next at once. A failed round is logged, and the next one starts on schedule. No round starts while the job is
 * paused.
 */
export function runPeriodically(job: Job, everyMs: number, work: () => Promise<Round>): PeriodicJob {
  const state = { stopped: false, asked: false }
  let under: Promise<void> | null = null

  async function rounds(): Promise<void> {
    while (state.asked && !state.stopped && !job.isPaused) {
      state.asked = false
      try {
        const { more = false, waiting = 0 } = await work()
        job.finishRound(waiting)
        state.asked ||= more
      } catch (error) {
        job.failed(error)
        job.finishRound(0)
      }
    }
  }
  function nudge(): void {
    if (!job.hasStarted) {
      return
    }
    state.asked = true
    under ??= rounds().finally(() => {
      under = null
    })
  }

  const timer = setInterval(nudge, everyMs)
  job.onNudge(nudge)
  job.whenItBegins(nudge)
  return {
    nudge,
    async idle() {
      await under
    },
    async stop() {
      state.stopped = true
      clearInterval(timer)
      await under
    },
  }
}

/** Rounds that do nothing, for a process without a secret key. */
export const disabledJob: PeriodicJob = { nudge: () => {}, idle: async () => {}, stop: async () => {} }
