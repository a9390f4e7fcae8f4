/* Saves the outcome of vitest's tests, including failed hooks and unreadable files (scripts/suite/outcome.ts). */
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { type NotPassed, type Outcome, writeOutcome } from './outcome.ts'

export const VITEST_OUTCOME = 'test-results/vitest.json'
const TIMED_OUT = /(Test|Hook) timed out in/

export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outcomes = modules.map(getOutcome)
    const besides = unhandled.map((error) => notPassed('outside of any test', 'an error that nobody caught', [error]))
    writeOutcome(VITEST_OUTCOME, {
      passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
      failed: outcomes.reduce((sum, { failed }) => sum + failed, besides.length),
      notPassed: [...besides, ...outcomes.flatMap((outcome) => outcome.notPassed)],
    })
  }
}

function getOutcome(module: TestModule): Outcome {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests()].map((test) => ({ name: test.fullName, result: test.result() }))
  const failures = [
    ...(module.errors().length > 0 ? [notPassed(file, 'the file itself, or a hook of it', module.errors())] : []),
    ...[...module.children.allSuites()]
      .filter((suite) => suite.errors().length > 0)
      .map((suite) => notPassed(file, `${suite.fullName} (a hook)`, suite.errors())),
    ...tests
      .filter(({ result }) => result.state === 'failed')
      .map(({ name, result }) => notPassed(file, name, result.errors ?? [])),
  ]
  const skipped = tests
    .filter(({ result }) => result.state === 'skipped' || result.state === 'pending')
    // After a failed hook no test of its file has run, so only the hook is reported.
    .filter(() => failures.length === 0)
  return {
    passed: tests.filter(({ result }) => result.state === 'passed').length,
    failed: failures.length,
    notPassed: [...failures, ...skipped.map(({ name }): NotPassed => ({ how: 'skipped', file, name, message: '' }))],
  }
}

function notPassed(file: string, name: string, errors: readonly SerializedError[]): NotPassed {
  const message = errors.map(getText).join('\n')
  return { how: TIMED_OUT.test(message) ? 'timed out' : 'failed', file, name, message }
}

/** Returns an error's message, place and difference, and those of its causes: that of a failed request is only in them. */
function getText(error: SerializedError): string {
  const { code } = error as { code?: unknown }
  const own = [error.message || String(code), placeIn(error.stack), error.diff].filter(Boolean).join('\n')
  return error.cause ? `${own}\nCaused by: ${getText(error.cause)}` : own
}

/** Returns the first line of a stack in our own code. */
function placeIn(stack: string | undefined): string | undefined {
  return stack?.split('\n').find((line) => /^\s*(at|❯) /.test(line) && !line.includes('node_modules') && !line.includes('node:'))
}
