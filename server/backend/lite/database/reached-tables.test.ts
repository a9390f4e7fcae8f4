import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigrated } from '../../../../tests/support/databases.ts'
import type { Database } from '../../database.ts'

let database: Database
beforeAll(async () => {
  database = await openMigrated()
})
afterAll(() => database.close())

const schemasOf = (rows: readonly { schema?: string | null | undefined }[]) => new Set(rows.map(({ schema }) => schema))

test('for a request lite goes through the tables that it reaches, and through no text of a view', async () => {
  const { tables, columns, views, functions = [] } = await database.connection.introspect({ useCache: true })
  for (const rows of [tables, columns, functions]) {
    expect(schemasOf(rows)).toContain('public')
    expect(schemasOf(rows)).not.toContain('private')
  }
  expect(tables.map(({ name }) => name)).toContain('courses')
  expect(views.filter(({ sql }) => sql)).toEqual([])
})

test('it is chosen once', async () => {
  const [one, other] = [
    await database.connection.introspect({ useCache: true }),
    await database.connection.introspect({ useCache: true }),
  ]
  expect(one).toBe(other)
})

test('whoever compares the schema sees all of it', async () => {
  const { tables, views } = await database.connection.introspect()
  expect(schemasOf(tables)).toContain('private')
  expect(views.some(({ sql }) => sql)).toBe(true)
})
