// npm run check: what can be told within a minute while one works. Format, lint, types, and the unit and policy tests that the last commit or
// what is not committed yet may have changed; all of them with --all.
import path from 'node:path'
import { check, format, lint, routeTypes, runChecks, types } from './suite/checks.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const which = process.argv.includes('--all') ? [] : ['--changed', 'HEAD~1', '--passWithNoTests']
const before = await runChecks([routeTypes])
const { failed } = await runChecks([
  format,
  lint,
  types,
  check('the unit and policy tests pass', 'vitest', 'run', '--project', 'unit', '--project', 'policies', ...which),
])
process.exit(before.failed + failed === 0 ? 0 : 1)
