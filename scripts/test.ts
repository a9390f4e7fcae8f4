// npm test: runs everything, the quickest checks first. Ends with the minutes of each part, the tests that did not pass, and 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fail } from './fail.ts'
import { type Check, check, format, lint, routeTypes, runChecks, types } from './suite/checks.ts'
import { makeSureOfPackages } from './suite/debian-packages.ts'
import { JOURNEYS_OUTCOME } from './suite/journeys-reporter.ts'
import { linesOf, type Outcome, readOutcome } from './suite/outcome.ts'
import { VITEST_OUTCOME } from './suite/vitest-reporter.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const whole: Outcome = { passed: 0, failed: 0, notPassed: [] }
const minutes: string[] = []
let begun = Date.now()
fs.rmSync('test-results', { recursive: true, force: true })

try {
  makeSureOfPackages()
} catch (error) {
  fail(error)
}
await checks(routeTypes)
await checks(
  check('the site builds', 'npm', 'run', '--silent', 'build', '--', '--logLevel', 'error'),
  format,
  lint,
  types,
  check('the database types are what the migrations say', 'node', 'scripts/types.ts', '--check'),
  check('nothing is unused', 'knip'),
  check('the lock file installs as it is', 'npm', 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'),
)
spent('checks')
suite(
  'unit, policies, contract, process and budget tests',
  VITEST_OUTCOME,
  'vitest',
  'run',
  '--silent=passed-only',
  '--reporter=./scripts/suite/vitest-reporter.ts',
)
suite('journeys', JOURNEYS_OUTCOME, 'playwright', 'test')

console.log(`\nMinutes: ${minutes.join(', ')}`)
for (const line of linesOf(whole.notPassed)) {
  console.log(line)
}
console.log(`\n${whole.passed} passed, ${whole.failed} failed`)
process.exit(whole.failed === 0 ? 0 : 1)

function add({ passed, failed, notPassed }: Outcome): void {
  whole.passed += passed
  whole.failed += failed
  whole.notPassed.push(...notPassed)
}

function spent(part: string): void {
  minutes.push(`${part} ${((Date.now() - begun) / 60_000).toFixed(1)}`)
  begun = Date.now()
}

async function checks(...all: Check[]): Promise<void> {
  add(await runChecks(all))
}

/** A test runner whose reporter writes `outcome`. If it fails without a failed test, or runs no test, that is a failure too. */
function suite(name: string, outcome: string, command: string, ...words: string[]): void {
  console.log(`\n${name}`)
  const { status, signal } = spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  const besides = (message: string): void =>
    add({ passed: 0, failed: 1, notPassed: [{ how: 'failed', file: command, name, message }] })
  try {
    const told = readOutcome(outcome)
    add(told)
    if (told.failed === 0 && (status !== 0 || told.passed === 0)) {
      besides(`it ended with ${signal ?? status} after ${told.passed} passed tests`)
    }
  } catch (error) {
    besides(`it ended with ${signal ?? status}, and its results could not be read: ${String(error)}`)
  }
  spent(name)
}
