import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './scripts/suite/debian-packages.ts'

const journeys = path.join(import.meta.dirname, 'tests/journeys')
// With a self-managed PostgreSQL (`npm run test:postgres`) there is no demo mode and so no Paystack simulator, and the
// database clock cannot be moved.
const onlyOnPglite = process.env.LAMPLIGHT_POSTGRESQL
  ? ['buying', 'checkout', 'money', 'offline', 'people', 'transfers', 'two-factor', 'with-motion'].map(
      (name) => `**/${name}.test.ts`,
    )
  : []

// Each worker starts its own app instances (tests/journeys/cached.ts). The time limits only end hanging tests.
export default defineConfig({
  testDir: journeys,
  testIgnore: onlyOnPglite,
  fullyParallel: false,
  // Journeys spend a fifth of their time waiting. Five workers keep two cores busy; four did not.
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
    // Disable view transitions, because screenshots and clicks would happen in the middle of them.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests of a service worker are invisible to tests that watch or cut requests. offline.test.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM,
      // Chromium hangs under faketime (docs/testing.md).
      env: { ...process.env, LD_PRELOAD: '' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages are short-lived, so JIT optimization rarely pays off. Raising V8's tier-up thresholds makes axe about
        // 14% faster.
        '--js-flags=--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=20000',
      ],
    },
  },
})
