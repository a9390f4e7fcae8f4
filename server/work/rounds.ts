export type Rounds = {
  /** Looks at once instead of when the time comes. */
  nudge(): void
  /** Ends it and waits for the round under way. */
  stop(): Promise<void>
}

/**
 * Does work in rounds: now, every `everyMs` milliseconds, and when it is asked to; never two at a time. A round that says there is more is
 * followed by the next at once. `work` does not reject: a backend that is away is looked for when the time comes again.
 */
export function inRounds(everyMs: number, work: () => Promise<{ more: boolean }>): Rounds {
  const state = { stopped: false, asked: false }
  let under: Promise<void> | null = null

  async function rounds(): Promise<void> {
    while (state.asked && !state.stopped) {
      state.asked = false
      const { more } = await work()
      state.asked ||= more
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
    async stop() {
      state.stopped = true
      clearInterval(timer)
      await under
    },
  }
}

/** For a process that has no secret key and so nothing to do. */
export const noRounds: Rounds = { nudge: () => {}, stop: async () => {} }
