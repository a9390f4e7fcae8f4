// npm test: runs everything, the quickest checks first. Ends with 'N passed, N failed' for the whole.
import fs from 'node:fs'
import path from 'node:path'
import { fail } from './fail.ts'
import { type Check, check, type Counts, format, lint, routeTypes, runChecks, types } from './suite/checks.ts'
import { makeSureOfPackages } from './suite/debian-packages.ts'
import { journeys, vitest } from './suite/runners.ts'

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
add(vitest('unit, policies, contract, process and budget tests'))
add(journeys())

console.log(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(counted.failed === 0 ? 0 : 1)

function add({ passed, failed }: Counts): void {
  counted.passed += passed
  counted.failed += failed
}

async function checks(...all: Check[]): Promise<void> {
  add(await runChecks(all))
}
