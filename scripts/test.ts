// npm test: runs everything, the fastest checks first. Ends with the minutes of each part, the tests that did not pass,
// and 'N passed, N failed'.
import fs from 'node:fs'
import path from 'node:path'
import { fail } from '#server/fail.ts'
import { build, check, commitMessage, format, lint, prose, routeTypes, runChecks, types } from './suite/checks.ts'
import { ensurePackages } from './suite/debian-packages.ts'
import { journeys, vitest } from './suite/runners.ts'
import { Tally } from './suite/tally.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
fs.rmSync('test-results', { recursive: true, force: true })
const tally = new Tally()

try {
  ensurePackages()
} catch (error) {
  fail(error)
}
// tsc needs the generated types of the routes.
tally.add('build', await runChecks([routeTypes, build]))
tally.add(
  'checks',
  await runChecks([
    format,
    lint,
    prose,
    commitMessage,
    types,
    check('the database types are what the migrations say', 'node', 'scripts/types.ts', '--check'),
    check('nothing is unused', 'knip'),
    check('the lock file installs as it is', 'npm', 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error'),
    check(
      'the lock file of the products too',
      'npm',
      'ci',
      '--prefix',
      'products',
      '--dry-run',
      '--ignore-scripts',
      '--loglevel=error',
    ),
    {
      ...check('the packages have allowed licences and no severe vulnerability', 'node', 'scripts/supply-chain.ts'),
      informs: true,
    },
  ]),
)
tally.add('tests', vitest('unit, policies, contract, process and budget tests'))
tally.add('journeys', journeys())
process.exit(tally.tell())
