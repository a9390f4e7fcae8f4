import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startLamplight, test as base } from './lamplight.ts'

const DAY_MS = 24 * 3_600_000
const clock = path.join(os.tmpdir(), `lamplight-clock-${process.pid}`)

/** Journeys before a Lamplight whose clock can be moved: the rules stay as they are, and days pass. `settings`: environment variables besides. */
export const withMovedClock = (settings: Record<string, string> = {}) =>
  base.extend<object, { moveClock: (days: number) => Promise<void> }>({
    moveClock: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
      async ({}, use) => {
        let days = 0
        await use(async (more) => {
          days += more
          fs.writeFileSync(clock, String(days * DAY_MS))
          // It is read every 50 ms.
          await new Promise((resolve) => setTimeout(resolve, 200))
        })
      },
      { scope: 'worker' },
    ],
    lamplight: [
      // oxlint-disable-next-line no-empty-pattern -- as above
      async ({}, use) => {
        const lamplight = await startLamplight({
          NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../support/moved-clock.mjs')}`,
          MOVED_CLOCK: clock,
          ...settings,
        })
        await use(lamplight)
        await lamplight.end()
        fs.rmSync(clock, { force: true })
      },
      { scope: 'worker' },
    ],
  })
