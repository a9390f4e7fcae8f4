import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openEmpty } from '../../../../tests/support/databases.ts'
import { temporaryDirectory } from '../../../../tests/support/processes.ts'
import { keepIntrospection } from './kept-introspection.ts'

const database = await openEmpty()
const directory = temporaryDirectory()
const kept = path.join(directory.path, 'introspection.json')
keepIntrospection(database.connection, database.query, kept)
afterAll(async () => {
  await database.close()
  directory.remove()
})

let asked = 0
const executor = database.connection.kysely.getExecutor()
const execute = executor.executeQuery.bind(executor)
executor.executeQuery = (query) => {
  asked += query.sql.includes('information_schema.columns') ? 1 : 0
  return execute(query)
}

/** What lite knows after a start, and whether it asked the database for it. */
async function learned() {
  // As at the end of a process.
  await database.connection.clearSchemaCache()
  asked = 0
  const { columns } = await database.connection.introspect({ useCache: true })
  return { columns: columns.map(({ table, name }) => `${table}.${name}`), asked: asked > 0 }
}

test('the next start uses what the last one learned', async () => {
  await database.run('create table public.books (title text)')
  expect(await learned()).toEqual({ columns: ['books.title'], asked: true })
  expect(await learned()).toEqual({ columns: ['books.title'], asked: false })
})

test.each([
  ['a column that is added', 'alter table public.books add column price integer', ['books.title', 'books.price']],
  ['a column that is renamed', 'alter table public.books rename column price to kobo', ['books.title', 'books.kobo']],
  ['a table that is made', 'create table public.lists (id integer)', ['books.title', 'books.kobo', 'lists.id']],
  ['a table that is dropped', 'drop table public.lists', ['books.title', 'books.kobo']],
])('%s is seen at the next start', async (_what, sql, columns) => {
  await database.run(sql)
  const now = await learned()
  expect(now.columns.toSorted()).toEqual(columns.toSorted())
  expect(now.asked).toBe(true)
  expect((await learned()).asked).toBe(false)
})

test('a change of rows is none of the catalogue', async () => {
  for (const sql of [`insert into public.books values ('Nursing')`, 'analyze', 'vacuum']) {
    await database.run(sql)
  }
  expect((await learned()).asked).toBe(false)
})

test.each(['{"state": "half', '{}', ''])('a broken file (%j) is written anew', async (text) => {
  fs.writeFileSync(kept, text)
  expect((await learned()).asked).toBe(true)
  expect((await learned()).asked).toBe(false)
})

test('a place that cannot be written to is no obstacle', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  fs.rmSync(directory.path, { recursive: true })
  expect((await learned()).columns).toContain('books.title')
  expect(said.mock.calls[0]?.[0]).toContain('could not be kept, so the next start takes longer')
  said.mockRestore()
  fs.mkdirSync(directory.path)
})
