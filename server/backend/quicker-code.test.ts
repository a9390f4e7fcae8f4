import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { emptyDirectory } from '../../tests/support/databases.ts'
import { isSmallMachine } from './quicker-code.ts'

/** MiB that a process holds which has opened the database and asked it: much less without the quicker form of its code, much more with it. */
const LINE = 550

/**
 * The most MiB that a process held which opened the database, asked it so often, and waited for what V8 does meanwhile: `seconds`, or until it
 * was more than LINE.
 */
async function most(first: string, { times = 300, seconds = 2.5 } = {}): Promise<number> {
  const directory = await emptyDirectory()
  const script = `
    import fs from 'node:fs'
    import { PGlite } from '@electric-sql/pglite'
    import { putOffQuickerCode, spareMemory } from './server/backend/quicker-code.ts'
    const most = () => /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1] / 1024
    ${first}
    const database = new PGlite(${JSON.stringify(directory.path)})
    for (let at = 0; at < ${times}; at += 1) {
      // A timer has its turn only when nothing else does.
      await new Promise((resolve) => setImmediate(resolve))
      await database.query('select ' + at + ' as one where ' + at + ' in (select oid from pg_class)')
    }
    const until = Date.now() + ${seconds} * 1000
    while (Date.now() < until && most() <= ${LINE}) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    console.log(most())
    process.exit(0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  directory.remove()
  expect(stderr).toBe('')
  return Number(stdout)
}

test('with spared memory the database does without the 500 MB that its quicker code takes', async () => {
  // 271 here; 836 without.
  expect(await most('spareMemory()')).toBeLessThan(LINE)
})

test('the quicker code is put off: what a start asks does not make V8 begin with it', async () => {
  // 257 here; 821 without. V8 takes its time for that where other processes want the cores too.
  expect(await most('', { times: 30, seconds: 120 })).toBeGreaterThan(LINE)
  expect(await most('putOffQuickerCode()', { times: 30 })).toBeLessThan(LINE)
  // A database that goes on working has it later.
  expect(await most('putOffQuickerCode(100)', { times: 1000, seconds: 120 })).toBeGreaterThan(LINE)
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
