// npm run check: the quick checks. Format, lint, language, the subject of the last commit, types, and the unit and policy
// tests that the last commit or uncommitted changes may affect; all of them with --all.
import path from 'node:path'
import { selectMigrationTests } from './suite/migration-tests.ts'
import { check, commitMessage, format, lint, prose, routeTypes, runChecks, types } from './suite/checks.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const BASE = 'HEAD~1'
const isAll = process.argv.includes('--all')
const which = isAll ? [] : ['--changed', BASE, '--passWithNoTests']
const ofMigrations = isAll ? null : selectMigrationTests(BASE)
const before = await runChecks([routeTypes])
const { failed } = await runChecks([
  format,
  lint,
  prose,
  commitMessage,
  types,
  check('the unit and policy tests pass', 'vitest', 'run', '--project', 'unit', '--project', 'policies', ...which),
  ...(ofMigrations
    ? [check('the tests of the changed migrations pass', 'vitest', 'run', '--project', 'policies', ...ofMigrations.files)]
    : []),
])
if (ofMigrations) {
  console.log(`${ofMigrations.left} files of policy tests do not name what the migrations changed; \`npm test\` runs them.`)
}
process.exit(before.failed + failed === 0 ? 0 : 1)
