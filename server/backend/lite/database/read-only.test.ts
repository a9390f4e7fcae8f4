import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { DiskGuard } from '#server/disk/disk-guard.ts'
import { type Database, openPglite } from '#server/backend/database.ts'

const MEBIBYTE = 1024 * 1024
let database: Database
let measure = () => 1024 * MEBIBYTE
const directory = temporaryDirectory()
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  database = await openPglite(directory.path, new DiskGuard(directory.path, () => measure()))
  await database.run('create table books (title text)')
})
afterAll(async () => {
  await database.close()
  directory.remove()
  vi.restoreAllMocks()
})
beforeEach(() => {
  measure = () => 1024 * MEBIBYTE
})

const insert = `insert into books values ('Fever')`
const writes: [string, () => Promise<unknown>][] = [
  ['a query', () => database.query(insert)],
  ['a script', () => database.run(insert)],
  ['a script in a transaction', () => database.runInOneTransaction(insert)],
  ['a statement of lite', () => sql.raw(insert).execute(database.connection.kysely)],
  [
    'a transaction of lite',
    () => database.connection.kysely.transaction().execute((transaction) => sql.raw(insert).execute(transaction)),
  ],
]

test.each(writes)('refuses %s while the disk is full, and accepts it afterwards', async (_name, write) => {
  const count = async () => (await database.query<{ count: number }>('select count(*)::int as count from books'))[0]?.count ?? 0
  const before = await count()
  measure = () => 0
  await expect(write()).rejects.toMatchObject({ name: 'DiskFullError', code: '53100' })
  expect(await count()).toBe(before)
  measure = () => 1024 * MEBIBYTE
  await write()
  expect(await count()).toBe(before + 1)
})

test('finishes a transaction that started before the disk was full', async () => {
  await database.connection.kysely.transaction().execute(async (transaction) => {
    measure = () => 0
    await sql.raw(insert).execute(transaction)
  })
  await expect(database.query(insert)).rejects.toMatchObject({ code: '53100' })
})

test('keeps the error of a read-only transaction while the disk has space', async () => {
  const asked = database.run(`begin read only; ${insert}; commit`)
  await expect(asked).rejects.toMatchObject({ code: '25006' })
  await database.run('rollback')
})

test('releases the session when the disk cannot be measured', async () => {
  measure = () => {
    throw new Error('The disk does not respond')
  }
  await expect(database.query('select 1 as one')).rejects.toThrow('The disk does not respond')
  measure = () => 1024 * MEBIBYTE
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})
