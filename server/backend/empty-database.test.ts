import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import { emptyDirectory } from '../../tests/support/databases.ts'
import { temporaryDirectory } from '../../tests/support/processes.ts'
import { copyEmptyDatabase, letAllRead } from './empty-database.ts'

const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
afterAll(place.remove)

/** As `npm run build` leaves it; to make one takes seconds. */
async function build(to: string): Promise<void> {
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'))
  const empty = await emptyDirectory()
  fs.cpSync(empty.path, path.join(to, version), { recursive: true })
  empty.remove()
}

test('a new database begins as a copy of the one that the build made', async () => {
  await build(at('built'))
  fs.mkdirSync(at('new'))
  copyEmptyDatabase(at('new'), at('built'))
  expect(fs.statSync(at('new')).mode & 0o777).toBe(0o700)
  expect(fs.existsSync(at('new.half'))).toBe(false)
  const database = await PGlite.create(at('new'))
  await database.exec('create table books (title text)')
  await database.close()

  // What is there is never written over.
  copyEmptyDatabase(at('new'), at('built'))
  const again = await PGlite.create(at('new'))
  expect((await again.query('select * from books')).rows).toEqual([])
  await again.close()
})

test('what a killed process copied by half is in nobody’s way', () => {
  fs.mkdirSync(at('third.half'))
  fs.writeFileSync(at('third.half/PG_VERSION'), 'half')
  copyEmptyDatabase(at('third'), at('built'))
  expect(fs.readdirSync(at('third'))).toContain('base')
  expect(fs.existsSync(at('third.half'))).toBe(false)
})

test('a copy that fails leaves nothing', () => {
  expect(() => copyEmptyDatabase(at('missing/new'), at('built'))).not.toThrow()
  fs.writeFileSync(at('file'), '')
  expect(() => copyEmptyDatabase(at('file/new'), at('built'))).toThrow()
  expect(fs.readFileSync(at('file'), 'utf8')).toBe('')
})

test('without a build, or with one of another version of PGlite, nothing is copied', () => {
  copyEmptyDatabase(at('other'), at('nowhere'))
  expect(fs.existsSync(at('other'))).toBe(false)
  const [version = ''] = fs.readdirSync(at('built'))
  fs.renameSync(path.join(at('built'), version), path.join(at('built'), '0.0.1'))
  copyEmptyDatabase(at('other'), at('built'))
  expect(fs.existsSync(at('other'))).toBe(false)
})

test('another user than the one who built it may read it', () => {
  const [version = ''] = fs.readdirSync(at('built'))
  const made = path.join(at('built'), version)
  fs.chmodSync(path.join(made, 'base'), 0o700)
  fs.chmodSync(path.join(made, 'PG_VERSION'), 0o600)
  letAllRead(made)
  const modes = fs.readdirSync(made, { recursive: true, withFileTypes: true }).map((entry) => {
    const { mode } = fs.statSync(path.join(entry.parentPath, entry.name))
    return (mode & 0o777) | (entry.isDirectory() ? 0 : 0o111)
  })
  expect(new Set(modes)).toEqual(new Set([0o755]))
})
