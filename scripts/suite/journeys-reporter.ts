/* Records the outcome of the journeys (scripts/suite/outcome.ts). A flaky or skipped journey counts as a failure. */
import fs from 'node:fs'
import path from 'node:path'
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { type NotPassed, writeOutcome } from './outcome.ts'

export const JOURNEYS_OUTCOME = 'test-results/journeys.json'

export default class JourneysReporter implements Reporter {
  private all: Suite | undefined
  private readonly besides: NotPassed[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.all = suite
  }

  onError(error: TestError): void {
    this.besides.push({ how: 'failed', file: 'outside of any journey', name: 'an error', message: getText([error]) })
  }

  onEnd({ status }: FullResult): void {
    const tests = this.all?.allTests() ?? []
    const notPassed = [...this.besides, ...tests.filter((test) => test.outcome() !== 'expected').map(getResult)]
    if (status !== 'passed' && notPassed.length === 0) {
      notPassed.push({ how: 'failed', file: 'tests/journeys', name: `the run ended as ${status}`, message: '' })
    }
    writeOutcome(JOURNEYS_OUTCOME, {
      passed: tests.length - notPassed.length + this.besides.length,
      failed: notPassed.length,
      notPassed,
    })
  }
}

function getResult(test: TestCase): NotPassed {
  const worst = test.results.findLast(({ status }) => status !== 'passed')
  const timedOut = worst?.status === 'timedOut'
  const [, , file = '', ...names] = test.titlePath()
  const how = { expected: 'failed', unexpected: timedOut ? 'timed out' : 'failed', flaky: 'flaky', skipped: 'skipped' } as const
  return {
    how: how[test.outcome()],
    file: `tests/journeys/${file}`,
    name: names.join(' > '),
    message: [getText(worst?.errors ?? []), ...(worst ? findMessages(worst) : [])].join('\n'),
  }
}

/** Returns the title and the messages of the page at which a journey failed, from the snapshot that Playwright attaches. */
function findMessages({ attachments }: TestResult): string[] {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  const lines = file && fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return lines.map((line) => line.trim()).filter((line) => /^- (heading .*level=1|alert|status)/.test(line))
}

function getText(errors: readonly TestError[]): string {
  return errors
    .map(({ message, value, location }) => [
      location && `at ${path.relative('.', location.file)}:${location.line}`,
      message ?? value,
    ])
    .map((lines) => lines.filter(Boolean).join('\n'))
    .join('\n')
}
