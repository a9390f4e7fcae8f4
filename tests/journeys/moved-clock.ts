import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cacheFixture } from './cached.ts'
import { type TestApp, startApp, test as base } from './app.ts'

const DAY_MS = 24 * 3_600_000

type Moved = { app: TestApp; moveClock(days: number): Promise<void>; end(): Promise<void> }

async function start(settings: Record<string, string>): Promise<Moved> {
  const clock = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-clock-')), 'clock')
  const app = await startApp({
    NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../support/moved-clock.mjs')}`,
    MOVED_CLOCK: clock,
    ...settings,
  })
  let days = 0
  return {
    app,
    async moveClock(more) {
      days += more
      fs.writeFileSync(clock, String(days * DAY_MS))
      // It is read every 50 ms.
      await new Promise((resolve) => setTimeout(resolve, 200))
    },
    async end() {
      await app.end()
      fs.rmSync(path.dirname(clock), { recursive: true })
    },
  }
}

/**
 * Journeys with a test app whose clock can be moved: the rules remain unchanged while days pass. `settings`: more
 * environment variables.
 */
export const withMovedClock = (settings: Record<string, string> = {}) => {
  const moved = cacheFixture(() => start(settings))
  return base.extend<{ moveClock: Moved['moveClock'] }>({
    moveClock: async ({ keeper, page }, use) => {
      const { moveClock } = await keeper.forThisFile(moved)
      await use(async (days) => {
        // The site's script may have a request under way, which no user has for days.
        await page.waitForLoadState('networkidle')
        await moveClock(days)
      })
    },
    app: async ({ keeper }, use) => use((await keeper.forThisFile(moved)).app),
  })
}
