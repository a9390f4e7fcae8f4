/* The test runners. A custom reporter saves the outcome of each. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { JOURNEYS_OUTCOME } from './journeys-reporter.ts'
import { type Outcome, readOutcome } from './outcome.ts'
import { VITEST_OUTCOME } from './vitest-reporter.ts'

/** Compile cache, because many workers load the same modules. */
const COMPILED = path.resolve('node_modules/.cache/lamplight-suite-compiled')

/** Runs vitest with these arguments. @param environment additional environment variables. */
export function vitest(name: string, words: string[] = [], environment: Record<string, string> = {}): Outcome {
  const all = ['run', ...words, '--silent=passed-only', '--reporter=./scripts/suite/vitest-reporter.ts']
  return getOutcome(name, VITEST_OUTCOME, environment, 'vitest', all)
}

/** Runs the journeys. @param environment additional environment variables. */
export function journeys(environment: Record<string, string> = {}): Outcome {
  return getOutcome('journeys', JOURNEYS_OUTCOME, environment, 'playwright', ['test'])
}

/** Returns the outcome of a runner. A runner that exits with an error or runs no test also counts as a failure. */
function getOutcome(name: string, file: string, environment: Record<string, string>, command: string, words: string[]): Outcome {
  console.log(`\n${name}`)
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment }
  const { status, signal } = spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'], env })
  const failure = (message: string, { passed, notPassed }: Outcome = { passed: 0, failed: 0, notPassed: [] }): Outcome => ({
    passed,
    failed: 1,
    notPassed: [...notPassed, { how: 'failed', file: command, name, message }],
  })
  try {
    const result = readOutcome(file)
    return result.failed === 0 && (status !== 0 || result.passed === 0)
      ? failure(`it ended with ${signal ?? status} after ${result.passed} passed tests`, result)
      : result
  } catch (error) {
    return failure(`it ended with ${signal ?? status}, and its results could not be read: ${String(error)}`)
  }
}
