import { test as base } from '@playwright/test'

/** A fixture that starts when a journey first needs it, and runs on for the next ones. */
export type CachedFixture<T> = { get(): Promise<T>; end(): Promise<void> }

export function cacheFixture<T extends { end(): Promise<void> }>(start: () => Promise<T>): CachedFixture<T> {
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
  private readonly always = new Set<CachedFixture<unknown>>()
  private readonly forFile = new Set<CachedFixture<unknown>>()
  private file = ''

  forWorker<T>(what: CachedFixture<T>): Promise<T> {
    this.always.add(what)
    return what.get()
  }

  forThisFile<T>(what: CachedFixture<T>): Promise<T> {
    this.forFile.add(what)
    return what.get()
  }

  /** Ends what was cached for another file. */
  async switchTo(file: string): Promise<void> {
    if (this.file !== file) {
      this.file = file
      await endAll(this.forFile)
    }
  }

  async end(): Promise<void> {
    await endAll(this.forFile)
    await endAll(this.always)
  }
}

async function endAll(these: Set<CachedFixture<unknown>>): Promise<void> {
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
      await workerCache.switchTo(file)
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
