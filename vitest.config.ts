import { defineConfig } from 'vitest/config'

// The time limits are only there to end a hanging test; no test should fail because it is slow.
const patient = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
        },
      },
      { test: { ...patient, name: 'policies', include: ['supabase/tests/**/*.test.ts'] } },
      {
        test: {
          ...patient,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/start-backend.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...patient,
          name: 'process',
          include: ['tests/process/**/*.test.ts', 'tests/budgets/**/*.test.ts'],
          globalSetup: ['tests/process/start-shared.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
})
