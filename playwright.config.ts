import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './scripts/suite/debian-packages.ts'

const journeys = path.join(import.meta.dirname, 'tests/journeys')
// On a PostgreSQL of one's own (`npm run test:postgres`) there is no trial, which alone has the pages that stand in for Paystack, and nobody moves the clock of a server.
const onlyOnPglite = process.env.LAMPLIGHT_POSTGRESQL ? ['buying', 'money', 'transfers'].map((name) => `**/${name}.test.ts`) : []

// Each worker starts its own Lamplights (tests/journeys/cached.ts). The time limits only end hanging tests.
export default defineConfig({
  testDir: journeys,
  testIgnore: onlyOnPglite,
  fullyParallel: false,
  // A journey waits for a fifth of its time. Five at a time keep two cores busy; four did not.
  workers: 5,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['dot'], ['./scripts/suite/journeys-reporter.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 360, height: 740 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Without view transitions, because screenshots and clicks would happen in the middle of them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live for a second, and optimized code with them: axe takes a seventh less where that is left to what runs very often.
        '--js-flags=--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=20000',
      ],
    },
  },
})
