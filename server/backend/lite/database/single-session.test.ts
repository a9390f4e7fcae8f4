import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import type { Database } from '#server/backend/database.ts'

let database: Database
beforeAll(async () => {
  database = await openEmpty()
  await database.run('create role visitor nologin; create table kept (at integer)')
})
afterAll(() => database.close())

test("runs the backend's own queries after the current transaction and outside it", async () => {
  const roles: string[] = []
  let asked: Promise<unknown> = Promise.resolve()
  const failing = database.connection.kysely.transaction().execute(async (transaction) => {
    await sql`set local role visitor`.execute(transaction)
    asked = Promise.all([
      database.query<{ role: string }>('select current_user as role').then(([row]) => roles.push(row?.role ?? '')),
      database.run('insert into kept values (1)'),
      database.runInOneTransaction('insert into kept values (2)'),
    ])
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await asked
  expect(roles).toEqual(['postgres'])
  expect(await database.query('select at from kept order by at')).toEqual([{ at: 1 }, { at: 2 }])
})

test('keeps submitted values out of errors', async () => {
  const failing = [
    database.query('select $1::integer', ['a bank account']),
    database.connection.kysely.transaction().execute((it) => sql`select ${'a bank account'}::integer`.execute(it)),
  ]
  for (const error of await Promise.all(failing.map((each) => each.catch((thrown: unknown) => thrown)))) {
    expect(error).toMatchObject({ code: '22P02' })
    expect(error).not.toHaveProperty('params')
  }
})

test.each([
  ['text[]', 1e300],
  ['text[]', true],
  ['text[]', {}],
  ['integer', {}],
  ['timestamptz', 1e300],
  ['timestamptz', {}],
  ['date', 1e300],
  ['uuid', {}],
  ['text', {}],
])('rejects a parameter that is not a valid %s (%j) and clears it before the next statement', async (type, value) => {
  for (let times = 0; times < 3; times += 1) {
    await expect(database.query(`select $1::${type} as it`, [value])).rejects.toThrow(
      /^Invalid input for \w+ type$|invalid input syntax/,
    )
    expect(await database.query('select $1::integer as n', [7])).toEqual([{ n: 7 }])
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  }
})

test('rolls back a transaction that was left open and failed', async () => {
  await database.run('begin')
  await expect(database.query('select nothing')).rejects.toThrow()
  const { rows } = await database.connection.kysely
    .transaction()
    .execute((it) => sql<{ one: number }>`select 1 as one`.execute(it))
  expect(rows).toEqual([{ one: 1 }])
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('releases the session after failed work', async () => {
  await expect(database.query('select nothing')).rejects.toThrow()
  await expect(database.connection.kysely.transaction().execute((it) => sql`select nothing`.execute(it))).rejects.toThrow()
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})
