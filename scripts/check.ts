// npm run check: the checks that take at most a minute. Format, lint, language, the subject of the last commit, types,
// and the unit and policy tests that the last commit or uncommitted changes may affect; all of them with --all.
import path from 'node:path'
import { check, commitMessage, format, lint, prose, routeTypes, runChecks, types } from './suite/checks.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const which = process.argv.includes('--all') ? [] : ['--changed', 'HEAD~1', '--passWithNoTests']
const before = await runChecks([routeTypes])
const { failed } = await runChecks([
  format,
  lint,
  prose,
  commitMessage,
  types,
  check('the unit and policy tests pass', 'vitest', 'run', '--project', 'unit', '--project', 'policies', ...which),
])
process.exit(before.failed + failed === 0 ? 0 : 1)
