import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlainPglite } from '../../../../tests/support/databases.ts'
import { keepFewParsers } from './fewer-parsers.ts'

let database: PGlite
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openPlainPglite())
  await database.exec('create table one (a integer); create table two (b integer); create view three as select 1 as c')
  await database.refreshArrayTypes()
  await keepFewParsers(database)
})
afterAll(() => close())

test('single values and the arrays that are needed arrive as JavaScript has them', async () => {
  const { rows } = await database.query(`select
    true as "bool", 7::int2 as "int2", 7 as "int4", 7.5::float8 as "float8", '{"a": [1]}'::jsonb as "jsonb", '\\x0aff'::bytea as "bytea",
    '{a,"b c"}'::text[] as "text[]", '{1,2}'::int4[] as "int4[]", '{t,f}'::bool[] as "bool[]", '{1.5}'::float4[] as "float4[]",
    array['0b9ac1de-5a07-4bd5-ae90-6a9b3c0d0a55'::uuid] as "uuid[]", array['{"a": 1}'::jsonb] as "jsonb[]",
    array['relname'::name] as "name[]", '{r,v}'::"char"[] as "char[]", '{16}'::oid[] as "oid[]"`)
  expect(rows[0]).toEqual({
    bool: true,
    int2: 7,
    int4: 7,
    float8: 7.5,
    jsonb: { a: [1] },
    bytea: new Uint8Array([10, 255]),
    'text[]': ['a', 'b c'],
    'int4[]': [1, 2],
    'bool[]': [true, false],
    'float4[]': [1.5],
    'uuid[]': ['0b9ac1de-5a07-4bd5-ae90-6a9b3c0d0a55'],
    'jsonb[]': [{ a: 1 }],
    'name[]': ['relname'],
    'char[]': ['r', 'v'],
    'oid[]': [16],
  })
})

test('arrays of rows, which every table and view adds a type for, have no parser', async () => {
  expect(Object.keys(database.parsers).length).toBeLessThan(60)
  const { rows } = await database.query(`select array[row(1)::one] as "one[]", array[point(1, 2)] as "point[]"`)
  expect(rows).toEqual([{ 'one[]': '{(1)}', 'point[]': '{"(1,2)"}' }])
})
