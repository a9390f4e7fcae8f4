import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { emptyDirectory } from '../../tests/support/databases.ts'

/** Bytes of a function's body. The parser has 103,000 of them, the next largest 42,000. */
const LARGE = 70_000

/** The bytes of the functions of which V8 made the quicker form, in a process that opened a database so and asked it as often. */
async function madeQuicker(extensions: string): Promise<number[]> {
  const directory = await emptyDirectory()
  const script = `
    import { PGlite } from '@electric-sql/pglite'
    import { quickerCode } from './server/backend/quicker-code.ts'
    const database = new PGlite(${JSON.stringify(directory.path)}, { extensions: ${extensions} })
    for (let at = 0; at < 100; at += 1) {
      await database.query('select ' + at + ' as one where ' + at + ' in (select oid from pg_class)')
    }
    await database.query('select sum(number) from generate_series(1, 500000) number')
    process.exit(0)`
  // V8 makes it at once and in the same thread, and tells what it made.
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--wasm-sync-tier-up', '--trace-wasm-compilation-times', '--input-type=module', '--eval', script],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  directory.remove()
  expect(stderr).toBe('')
  return [...stdout.matchAll(/ using TurboFan,.* bodysize (\d+) /g)].map(([, bytes]) => Number(bytes))
}

test('V8 makes the quicker form of the code that works much, but not of the parser, which takes 500 MB', async () => {
  const plain = await madeQuicker('{}')
  expect(Math.max(...plain)).toBeGreaterThan(LARGE)

  const ours = await madeQuicker('{ quickerCode }')
  expect(ours.length).toBeGreaterThan(0)
  expect(ours.length).toBeLessThan(plain.length)
  expect(Math.max(...ours)).toBeLessThan(LARGE)
})
