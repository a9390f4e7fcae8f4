import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const checks = path.join(import.meta.dirname, 'checks.ts')

/**
 * Runs failing checks of 1,000 lines each in a separate process; `runs` has the number of checks per run. Returns its
 * output.
 */
function runFailing(runs: readonly number[]): string[] {
  const script = `
    import { check, runChecks } from ${JSON.stringify(checks)}
    const long = ['-e', 'for (let line = 0; line < 1000; line += 1) console.log(line); process.exitCode = 1']
    for (const count of ${JSON.stringify(runs)}) {
      await runChecks(Array.from({ length: count }, (_, at) => check('check ' + at, 'node', ...long)))
    }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return stdout.trimEnd().split('\n')
}

test.each([
  ['the seven checks of npm run check', [1, 6]],
  ['a hundred checks', [100]],
])('prints at most 190 lines when %s fail, and the sentence of each', { timeout: 120_000 }, (_, runs) => {
  const printed = runFailing(runs)
  // npm itself prints eight more lines.
  expect(printed.length).toBeLessThanOrEqual(190)
  expect(printed.filter((line) => line.startsWith('NOT SO: check '))).toHaveLength(runs.reduce((sum, count) => sum + count))
})
