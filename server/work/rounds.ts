import type { Job } from './jobs.ts'

export type Rounds = {
  /** Looks at once instead of when the time comes. */
  nudge(): void
  /** Resolves when no round is under way. */
  idle(): Promise<void>
  /** Ends it and waits for the round under way. */
  stop(): Promise<void>
}

export type Round = {
  /** There is more of it, to be done at once. */
  more?: boolean
  /** How many things failed before and wait for another try. */
  waiting?: number
}

/**
 * Does the work of a job in rounds: now, every `everyMs` milliseconds, and when it is asked to; never two at a time, and however often it is asked
 * during a round, one follows. A round that says there is more is followed by the next at once. A round that fails is logged, and the job is looked
 * at again when the time comes.
 */
export function inRounds(job: Job, everyMs: number, work: () => Promise<Round>): Rounds {
  const state = { stopped: false, asked: false }
  let under: Promise<void> | null = null

  async function rounds(): Promise<void> {
    while (state.asked && !state.stopped) {
      state.asked = false
      try {
        const { more = false, waiting = 0 } = await work()
        job.roundIsOver(waiting)
        state.asked ||= more
      } catch (error) {
        job.failed(error)
        job.roundIsOver(0)
      }
    }
  }
  function nudge(): void {
    state.asked = true
    under ??= rounds().finally(() => {
      under = null
    })
  }

  const timer = setInterval(nudge, everyMs)
  nudge()
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

/** For a process that has no secret key and so nothing to do. */
export const noRounds: Rounds = { nudge: () => {}, idle: async () => {}, stop: async () => {} }
