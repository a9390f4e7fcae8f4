import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emptyDirectory } from '../../tests/support/databases.ts'
import { temporaryDirectory } from '../../tests/support/processes.ts'
import {
  copyEmptyDatabase,
  copyMigratedDatabase,
  copySampleDatabase,
  countsIn,
  emptyName,
  migratedName,
  sampleName,
} from './built-databases.ts'
import { letAllRead } from './database-files.ts'

const migrations = path.resolve(import.meta.dirname, '../../supabase/migrations')
const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
afterAll(place.remove)

/** As `npm run build` leaves them; to make them takes seconds. All are the same here, but for their names and what lies beside them. */
beforeEach(async () => {
  fs.rmSync(place.path, { recursive: true, force: true })
  const empty = await emptyDirectory()
  for (const name of [emptyName(), migratedName(migrations), sampleName(migrations)]) {
    fs.cpSync(empty.path, at(`built/${name}/postgres`), { recursive: true })
    fs.writeFileSync(at(`built/${name}/introspection.json`), `{"state": "of ${name}"}`)
  }
  fs.writeFileSync(countsIn(at(`built/${sampleName(migrations)}`)), '{"materials": 120}')
  empty.remove()
})

test('a new database begins as a copy of the one that the build made', async () => {
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

test('a data directory gets the migrated database and what is known of its tables, and nothing is written over', () => {
  copyMigratedDatabase(at('data/postgres'), migrations, at('built'))
  expect(fs.readdirSync(at('data')).toSorted()).toEqual(['introspection.json', 'postgres'])
  expect(fs.readdirSync(at('data/postgres'))).toContain('base')
  expect(fs.statSync(at('data/introspection.json')).mode & 0o777).toBe(0o600)

  fs.writeFileSync(at('data/introspection.json'), 'of its own')
  fs.writeFileSync(at('data/postgres/PG_VERSION'), 'of its own')
  copyMigratedDatabase(at('data/postgres'), migrations, at('built'))
  expect(fs.readFileSync(at('data/introspection.json'), 'utf8')).toBe('of its own')
  expect(fs.readFileSync(at('data/postgres/PG_VERSION'), 'utf8')).toBe('of its own')
})

test('or the one with the sample content, and says how much it has; nothing where a database is, or where the build made none', () => {
  expect(copySampleDatabase(at('data/postgres'), migrations, at('built'))).toEqual({ materials: 120 })
  expect(fs.readFileSync(at('data/introspection.json'), 'utf8')).toBe(`{"state": "of ${sampleName(migrations)}"}`)
  expect(fs.readdirSync(at('data')).toSorted()).toEqual(['introspection.json', 'postgres'])
  expect(copySampleDatabase(at('data/postgres'), migrations, at('built'))).toBeNull()
  expect(copySampleDatabase(at('other'), migrations, at('nowhere'))).toBeNull()
  expect(fs.existsSync(at('other'))).toBe(false)
})

test('other migrations than those of the build are not taken for them', () => {
  const others = at('migrations')
  fs.cpSync(migrations, others, { recursive: true })
  expect(migratedName(others)).toBe(migratedName(migrations))
  const [first = ''] = fs.readdirSync(others).toSorted()
  fs.appendFileSync(path.join(others, first), '\n-- changed\n')
  expect(migratedName(others)).not.toBe(migratedName(migrations))
  expect(sampleName(others)).not.toBe(sampleName(migrations))
  expect(copySampleDatabase(at('data/postgres'), others, at('built'))).toBeNull()
  copyMigratedDatabase(at('data/postgres'), others, at('built'))
  expect(fs.existsSync(at('data'))).toBe(false)
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
  copyMigratedDatabase(at('other'), migrations, at('nowhere'))
  expect(fs.existsSync(at('other'))).toBe(false)
  fs.renameSync(at(`built/${emptyName()}`), at('built/empty-0.0.1'))
  copyEmptyDatabase(at('other'), at('built'))
  expect(fs.existsSync(at('other'))).toBe(false)
})

test('another user than the one who built it may read it', () => {
  const made = at(`built/${emptyName()}`)
  fs.chmodSync(made, 0o700)
  fs.chmodSync(path.join(made, 'postgres/base'), 0o700)
  fs.chmodSync(path.join(made, 'postgres/PG_VERSION'), 0o600)
  letAllRead(made)
  const modes = ['.', ...fs.readdirSync(made, { recursive: true, encoding: 'utf8' })].map((name) => {
    const entry = fs.statSync(path.join(made, name))
    return (entry.mode & 0o777) | (entry.isDirectory() ? 0 : 0o111)
  })
  expect(new Set(modes)).toEqual(new Set([0o755]))
})
