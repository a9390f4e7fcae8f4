// npm run test:postgres: runs the contract tests, the policies, the tests of three site processes and the journeys on a
// PostgreSQL, which it starts and removes again. Ends with 'N passed, N failed'.
import fs from 'node:fs'
import path from 'node:path'
import { startOwnPostgresql } from '#tests/support/own-postgresql.ts'
import { DEMO_PASSWORD } from '#tests/support/test-databases.ts'
import { fail } from '#server/fail.ts'
import { ensurePackages, POSTGRESQL } from './suite/debian-packages.ts'
import { journeys, vitest } from './suite/runners.ts'
import { Tally } from './suite/tally.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
fs.rmSync('test-results', { recursive: true, force: true })

try {
  ensurePackages([POSTGRESQL])
  const { environment, stop } = await startOwnPostgresql(DEMO_PASSWORD)
  try {
    const tally = new Tally()
    tally.add('tests', vitest('policies and contract tests', ['--project', 'policies', '--project', 'contract'], environment))
    const processes = { ...environment, LAMPLIGHT_PROCESSES: '1' }
    tally.add('processes', vitest('three processes of the site on one backend', ['--project', 'processes'], processes))
    tally.add('journeys', journeys(environment))
    process.exitCode = tally.tell(", on a PostgreSQL of one's own")
  } finally {
    stop()
  }
} catch (error) {
  fail(error)
}
