// jsonb reaches PostgreSQL as an object, not as a string of JSON: the lite backend writes some, such as the size of a
// stored file.
import { CompiledQuery, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/backend/database.ts'
import { type Cluster, startPostgresql } from './postgresql.ts'

let cluster: Cluster
let database: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  cluster = await startPostgresql()
  database = await openDatabase({ backend: { kind: 'postgres', databaseUrl: cluster.url }, dataDirectory: '' })
})
afterAll(async () => {
  await database?.close()
  cluster?.stop()
})

const typeQuery = 'select jsonb_typeof($1::jsonb) as binary, json_typeof($2::json) as text'
it.each([
  ['an object', { size: 300 }, 'object'],
  ['the text of an object', '{"size": 300}', 'object'],
  ['the text of a list', '[1, 2]', 'array'],
])('stores %s through the API’s connection and ours', async (_what, value, type) => {
  const kysely: Kysely<unknown> = database.connection.kysely
  const { rows } = await kysely.executeQuery(CompiledQuery.raw(typeQuery, [value, value]))
  expect(rows).toEqual([{ binary: type, text: type }])
  expect(await database.query(typeQuery, [value, value])).toEqual([{ binary: type, text: type }])
})
