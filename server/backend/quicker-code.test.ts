import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { emptyDirectory } from '../../tests/support/databases.ts'
import { isSmallMachine } from './quicker-code.ts'

/** The most MiB that a process held which opened the database, asked it often, and waited until V8 had done what it does meanwhile. */
async function most(first: string, times = 300): Promise<number> {
  const directory = await emptyDirectory()
  const script = `
    import fs from 'node:fs'
    import { PGlite } from '@electric-sql/pglite'
    import { putOffQuickerCode, spareMemory } from './server/backend/quicker-code.ts'
    ${first}
    const database = new PGlite(${JSON.stringify(directory.path)})
    for (let at = 0; at < ${times}; at += 1) {
      await database.query('select ' + at + ' as one where ' + at + ' in (select oid from pg_class)')
    }
    await new Promise((resolve) => setTimeout(resolve, 2500))
    console.log(/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1])
    process.exit(0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  directory.remove()
  expect(stderr).toBe('')
  return Number(stdout) / 1024
}

test('with spared memory the database does without the 500 MB that its quicker code takes', async () => {
  // 271 here; 836 without.
  expect(await most('spareMemory()')).toBeLessThan(550)
})

test('the quicker code is put off: what a start asks does not make V8 begin with it', async () => {
  // 821 and 257 here.
  expect(await most('', 30)).toBeGreaterThan(550)
  expect(await most('putOffQuickerCode()', 30)).toBeLessThan(550)
})

test('a machine is small or not', () => {
  const gigabyte = 1024 ** 3
  expect(isSmallMachine(0, gigabyte)).toBe(true)
  expect(isSmallMachine(0, 2 * gigabyte)).toBe(false)
  // A container on a large machine.
  expect(isSmallMachine(gigabyte, 16 * gigabyte)).toBe(true)
  // No limit.
  expect(isSmallMachine(2 ** 64, 16 * gigabyte)).toBe(false)
})
