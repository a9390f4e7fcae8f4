import { test as base } from '@playwright/test'

/** A fixture that starts when a journey first needs it, and runs on for the next ones. */
export type Kept<T> = { get(): Promise<T>; end(): Promise<void> }

export function kept<T extends { end(): Promise<void> }>(start: () => Promise<T>): Kept<T> {
  let running: Promise<T> | undefined
  return {
    get: () => (running ??= start()),
    async end() {
      const ending = running
      running = undefined
      await (await ending)?.end()
    },
  }
}

/** The fixtures that a worker caches. */
class Keeper {
  private readonly always = new Set<Kept<unknown>>()
  private readonly forTheFile = new Set<Kept<unknown>>()
  private file = ''

  forWorker<T>(what: Kept<T>): Promise<T> {
    this.always.add(what)
    return what.get()
  }

  forThisFile<T>(what: Kept<T>): Promise<T> {
    this.forTheFile.add(what)
    return what.get()
  }

  /** Ends what was cached for another file. */
  async goOnTo(file: string): Promise<void> {
    if (this.file !== file) {
      this.file = file
      await endAll(this.forTheFile)
    }
  }

  async end(): Promise<void> {
    await endAll(this.forTheFile)
    await endAll(this.always)
  }
}

async function endAll(these: Set<Kept<unknown>>): Promise<void> {
  await Promise.all([...these].map((what) => what.end()))
  these.clear()
}

/**
 * The base of all journeys. Playwright ends a worker with its browser and its fixtures when the next file has other
 * fixtures of scope 'worker'. So this is the only one, and a file uses `keeper` for what must outlive a journey.
 */
export const test = base.extend<{ keeper: Keeper; tidy: void }, { workerCache: Keeper }>({
  workerCache: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const keeper = new Keeper()
      await use(keeper)
      await keeper.end()
    },
    { scope: 'worker' },
  ],
  keeper: [
    async ({ workerCache }, use, { file }) => {
      await workerCache.goOnTo(file)
      await use(workerCache)
    },
    { auto: true },
  ],
  // The browser lives on, so the contexts that a journey opened itself would keep their pages running.
  tidy: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
