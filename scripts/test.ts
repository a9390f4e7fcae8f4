// npm test: runs everything, the quickest checks first. Ends with 'N passed, N failed' for the whole.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fail } from './fail.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
let passed = 0
let failed = 0
fs.rmSync('test-results', { recursive: true, force: true })

try {
  makeSureOfChromium()
} catch (error) {
  fail(error)
}
check('the lock file installs as it is', 'npm', 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error')
check('the code is formatted', 'oxfmt', '--check', '.')
check('the types of the routes can be written', 'react-router', 'typegen')
check('the linter is content', 'oxlint', '--type-aware')
check('the types fit', 'tsc', '--noEmit')
check('the database types are what the migrations say', 'node', 'scripts/types.ts', '--check')
check('nothing is unused', 'knip')
check('the site builds', 'npm', 'run', '--silent', 'build')
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

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function run(command: string, words: string[]): boolean {
  const { status } = spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0
}

/** A command that passes or fails as a whole. */
function check(sentence: string, command: string, ...words: string[]): void {
  const right = run(command, words)
  console.log(`${right ? 'ok' : 'NOT SO'}: ${sentence}`)
  if (right) {
    passed += 1
  } else {
    failed += 1
  }
}

type Counts = { passed: number; failed: number }

/** A test runner whose tests are counted. If it fails without a failed test, or runs no test, it counts as a failure. */
function suite(name: string, counts: () => Counts, command: string, ...words: string[]): void {
  console.log(`\n${name}`)
  const right = run(command, words)
  let result: Counts = { passed: 0, failed: 1 }
  try {
    result = counts()
  } catch (error) {
    console.error(`The results of "${name}" could not be read: ${String(error)}`)
  }
  passed += result.passed
  failed += right && result.passed > 0 ? result.failed : Math.max(result.failed, 1)
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

/** The journeys run in Debian's Chromium. As root on Debian, it is installed when missing; otherwise this prints what to do. */
function makeSureOfChromium(): void {
  if (fs.existsSync('/usr/bin/chromium')) {
    return
  }
  const debian = fs.existsSync('/etc/debian_version')
  if (debian && process.getuid?.() === 0) {
    console.log('Installing Chromium for the journeys ...')
    if (run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])) {
      return
    }
    throw new Error('Chromium could not be installed; what apt-get printed above says why.')
  }
  throw new Error(
    debian
      ? 'The journeys need Chromium. Install it with: sudo apt-get install chromium'
      : 'The journeys need Chromium at /usr/bin/chromium. Install it with the package manager of this machine.',
  )
}
