import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPlainPglite } from '../../../../tests/support/databases.ts'
import { type Query, queriesOf } from './fewer-rounds.ts'

let database: PGlite
let ask: Query
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openPlainPglite())
  await database.exec('create table books (title text primary key, kobo integer, facts jsonb, tags text[], at timestamptz)')
  ask = queriesOf(database)
})
afterAll(() => close())

let rounds: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.restoreAllMocks()
  rounds = vi.spyOn(database, 'execProtocolStream')
})

test('a statement takes two rounds when it is new and one from then on; without parameters one', async () => {
  for (const expected of [2, 3, 4]) {
    expect((await ask('select $1::integer + 1 as sum', [expected])).rows).toEqual([{ sum: expected + 1 }])
    expect(rounds).toHaveBeenCalledTimes(expected)
  }
  expect((await ask('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(rounds).toHaveBeenCalledTimes(5)
})

test.each(['the first time', 'the second time'])('parameters and answers are what PGlite makes of them, %s', async () => {
  const insert = 'insert into books values ($1, $2, $3, $4, $5) returning *'
  const values = ['Wound care', 150_000, { pages: [1, null], note: 'a "quote"' }, ['a', 'b,c'], new Date(0)]
  const ours = await ask(insert, values)
  await ask('delete from books')
  const its = await database.query(insert, values)
  await ask('delete from books')
  expect(ours).toEqual(its)
  expect(ours).toMatchObject({
    affectedRows: 1,
    rows: [{ title: 'Wound care', kobo: 150_000, tags: ['a', 'b,c'], at: new Date(0) }],
  })
  expect((await ask('select $1::text is null as gone, $2::boolean as yes', [null, true])).rows).toEqual([
    { gone: true, yes: true },
  ])
})

test('an error names the statement and not what was typed, and the session goes on', async () => {
  const insert = 'insert into books (title) values ($1)'
  await ask(insert, ['Fever'])
  const error = await ask(insert, ['Fever']).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '23505', query: insert })
  expect(error).not.toHaveProperty('params')
  await expect(ask('select nothing')).rejects.toMatchObject({ code: '42703', query: 'select nothing' })
  await expect(ask('select $1::integer as n', ['seven'])).rejects.toMatchObject({ code: '22P02' })
  expect((await ask('select $1::integer as n', [7])).rows).toEqual([{ n: 7 }])
})

test('an error ends a transaction, and a rollback begins anew', async () => {
  await ask('begin')
  await expect(ask('select nothing')).rejects.toMatchObject({ code: '42703' })
  await expect(ask('select 1')).rejects.toMatchObject({ code: '25P02' })
  await ask('rollback')
  expect((await ask('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a column that got another type is asked about once more', async () => {
  const find = 'select title from books where kobo = $1'
  await ask(find, [1])
  await database.exec('alter table books alter column kobo type text')
  await expect(ask(find, ['one'])).rejects.toThrow()
  expect((await ask(find, ['one'])).rows).toEqual([])
})

const kept = async () =>
  (await database.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  )

test('the database keeps what is asked a second time, and only so much of it', async () => {
  await ask('select $1::integer as once', [1])
  for (let number = 0; number < 120; number += 1) {
    await ask(`select $1::integer as n${number}`, [number])
    expect((await ask(`select $1::integer as n${number}`, [number])).rows).toEqual([{ [`n${number}`]: number }])
  }
  // What it is to forget, it is told with the next question.
  await ask('select 1')
  const statements = await kept()
  expect(statements).toHaveLength(100)
  expect(statements).toContain('select $1::integer as n119')
  expect(statements).not.toContain('select $1::integer as n0')
  expect(statements).not.toContain('select $1::integer as once')
})

test('a statement that is kept asks as who asks now', async () => {
  await database.exec(`
    create role reader; create role stranger;
    create table letters (whose name);
    insert into letters values ('reader'), ('stranger');
    alter table letters enable row level security;
    create policy own on letters using (whose = current_user);
    grant select on letters to reader, stranger;
  `)
  const read = async (role: string) => {
    await ask('begin')
    await ask(`select set_config('role', $1, true)`, [role])
    const { rows } = await ask('select whose from letters')
    await ask('commit')
    return rows
  }
  for (const role of ['reader', 'reader', 'stranger', 'reader', 'stranger']) {
    expect(await read(role)).toEqual([{ whose: role }])
  }
  expect(await kept()).toContain('select whose from letters')
  await database.exec('revoke select on letters from reader')
  await expect(read('reader')).rejects.toMatchObject({ code: '42501' })
  await ask('rollback')
  expect(await read('stranger')).toEqual([{ whose: 'stranger' }])
})

test('nothing is asked of a database that was closed', async () => {
  const other = await openPlainPglite()
  const asked = queriesOf(other.database)
  await other.close()
  await expect(asked('select 1')).rejects.toThrow('The database is closed')
})
