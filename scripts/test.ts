// npm test: runs everything, the quickest checks first. Ends with 'N passed, N failed' for the whole.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fail } from './fail.ts'
import { type Check, check, type Counts, format, lint, routeTypes, runChecks, types } from './suite/checks.ts'
import { makeSureOfPackages } from './suite/debian-packages.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const counted: Counts = { passed: 0, failed: 0 }
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
suite(
  'unit, policies, contract, process and budget tests',
  vitestCounts,
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile=test-results/vitest.json',
)
suite('journeys', playwrightCounts, 'playwright', 'test')

console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(counted.failed === 0 ? 0 : 1)

function add({ passed, failed }: Counts): void {
  counted.passed += passed
  counted.failed += failed
}

async function checks(...all: Check[]): Promise<void> {
  add(await runChecks(all))
}

/** A test runner whose tests are counted. If it fails without a failed test, or runs no test, it counts as a failure. */
function suite(name: string, counts: () => Counts, command: string, ...words: string[]): void {
  console.log(`\n${name}`)
  const right = spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  let result: Counts = { passed: 0, failed: 1 }
  try {
    result = counts()
  } catch (error) {
    console.error(`The results of "${name}" could not be read: ${String(error)}`)
  }
  const { passed, failed } = result
  add({ passed, failed: right && passed > 0 ? failed : Math.max(failed, 1) })
}

function vitestCounts(): Counts {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = readJson('test-results/vitest.json') as Record<string, number>
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
