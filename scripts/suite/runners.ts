/* The test runners, whose tests are counted. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import type { Counts } from './checks.ts'

const VITEST = 'test-results/vitest.json'

/** Runs vitest with these words. @param environment is added to ours. @returns how many tests passed and failed. */
export function vitest(name: string, words: string[] = [], environment: Record<string, string> = {}): Counts {
  return counted(name, vitestCounts, environment, 'vitest', [
    'run',
    ...words,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${VITEST}`,
  ])
}

/** Runs the journeys. @param environment is added to ours. @returns how many passed and failed. */
export function journeys(environment: Record<string, string> = {}): Counts {
  return counted('journeys', playwrightCounts, environment, 'playwright', ['test'])
}

/** If a runner fails without a failed test, or runs no test, it counts as a failure. */
function counted(
  name: string,
  counts: () => Counts,
  environment: Record<string, string>,
  command: string,
  words: string[],
): Counts {
  console.log(`\n${name}`)
  const env = { ...process.env, ...environment }
  const right = spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
  let result: Counts = { passed: 0, failed: 1 }
  try {
    result = counts()
  } catch (error) {
    console.error(`The results of "${name}" could not be read: ${String(error)}`)
  }
  const { passed, failed } = result
  return { passed, failed: right && passed > 0 ? failed : Math.max(failed, 1) }
}

function vitestCounts(): Counts {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = readJson(VITEST) as Record<string, number>
  return { passed: numPassedTests ?? 0, failed: Math.max(numFailedTests ?? 0, numFailedTestSuites ?? 0) }
}

function playwrightCounts(): Counts {
  const { stats } = readJson('test-results/journeys.json') as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
