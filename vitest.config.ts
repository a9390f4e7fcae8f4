import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The timeouts only end tests that hang; no test should fail because the machine is slow.
const backend = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: ['tests/support/seed.ts'],
}
// Process tests wait more than they compute, so two more files than there are cores run at a time.
const maxWorkers = availableParallelism() + 2
// Needs a PostgreSQL, so only `npm run test:hard` runs it, and fails where there is none.
const atOnce = 'supabase/tests/at-once/**/*.test.ts'
// Kills processes a hundred times, so only `npm run test:hard` runs it.
const hardFaults = 'tests/faults/hard/**/*.test.ts'
const isHard = process.env.LAMPLIGHT_HARD === '1'
// Needs the packages of tests/hosted, so only `npm run test:hosted` runs it.
const isHosted = process.env.LAMPLIGHT_HOSTED === '1'
// Starts four processes and puts them under load, so only `npm run test:processes` runs it.
const isProcesses = process.env.LAMPLIGHT_PROCESSES === '1'
// On a PostgreSQL that `npm run test:postgres` started (tests/support/own-postgresql.ts).
const isPostgresql = Boolean(process.env.LAMPLIGHT_POSTGRESQL)
// It compares two databases on PGlite. tests/hosted/migrations.test.ts compares two on a PostgreSQL.
const onlyEmbedded = 'supabase/tests/default-grants.test.ts'

export default defineConfig({
  test: {
    maxWorkers,
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          ...backend,
          name: 'unit',
          include: [
            'app/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'dev/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tools/**/*.test.ts',
            'supabase/functions/**/*.test.ts',
          ],
          globalSetup: ['tests/support/databases-before-tests.ts'],
          setupFiles: [...backend.setupFiles, 'tests/support/lite-repairs.ts'],
          isolate: false,
        },
      },
      // Each file opens its own database, so the files need no further isolation.
      {
        test: {
          ...backend,
          name: 'policies',
          include: [isPostgresql ? 'supabase/tests/*.test.ts' : 'supabase/tests/**/*.test.ts'],
          exclude: [isPostgresql ? onlyEmbedded : atOnce],
          globalSetup: [isPostgresql ? 'tests/support/policies-on-postgresql.ts' : 'tests/support/databases-before-tests.ts'],
          isolate: false,
        },
      },
      ...(isHard ? [{ test: { ...backend, name: 'at once', include: [atOnce] } }] : []),
      ...(isProcesses ? [{ test: { ...backend, name: 'processes', include: ['tests/processes/**/*.test.ts'] } }] : []),
      ...(isHosted
        ? [
            { test: { ...backend, name: 'hosted', include: ['tests/hosted/*.test.ts'], fileParallelism: false } },
            {
              test: {
                ...backend,
                name: 'hosted policies',
                include: ['supabase/tests/*.test.ts'],
                exclude: [onlyEmbedded],
                globalSetup: ['tests/hosted/push-once.ts'],
              },
            },
          ]
        : []),
      {
        test: {
          ...backend,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/start-backend.ts'],
          isolate: false,
          // An external backend is shared by all files.
          fileParallelism: !process.env.CONTRACT_URL && !process.env.CONTRACT_DATABASE_URL,
        },
      },
      {
        test: {
          ...backend,
          name: 'process',
          include: ['process', 'budgets', 'attacks', 'faults'].map((folder) => `tests/${folder}/**/*.test.ts`),
          exclude: isHard ? [] : [hardFaults],
          globalSetup: ['tests/process/start-shared.ts'],
          setupFiles: [...backend.setupFiles, 'tests/process/tidy-up.ts'],
          isolate: false,
        },
      },
    ],
  },
})
