// Time limits for statements of visitors and students (server/backend/lite/database/time-limits.ts).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/backend/database.ts'
import { startBackend } from '#server/backend/start.ts'
import { type Cluster, startPostgresql } from './postgresql.ts'

const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-time-limits-'))
let cluster: Cluster
let backend: Awaited<ReturnType<typeof startBackend>>
let database: Database

beforeAll(async () => {
  cluster = await startPostgresql()
  const postgres = { kind: 'postgres', databaseUrl: cluster.url } as const
  backend = await startBackend(
    { backend: postgres, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  // Imported after the start, which must run before @supabase/lite is loaded.
  const { openDatabase } = await import('#server/backend/database.ts')
  database = await openDatabase({ backend: postgres, dataDirectory })
})

afterAll(async () => {
  await database?.close()
  await backend?.stop()
  cluster?.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})

it.each([
  ['anon', '3s'],
  ['authenticated', '8s'],
  ['service_role', '0'],
])('limits statements of %s to %s', async (role, limit) => {
  const { rows } = await database.connection.withContext({ auth: { role } }, (requests) =>
    sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(requests),
  )
  expect(rows).toEqual([{ limit }])
})

it('lets PostgREST plan the requests of each role without compiling', async () => {
  const { rows } = await database.connection.withContext({ auth: { role: 'service_role' } }, (requests) =>
    sql<{ role: string }>`select rolname as role from pg_roles where 'jit=off' = any (rolconfig) order by rolname`.execute(
      requests,
    ),
  )
  expect(rows.map(({ role }) => role)).toEqual(['anon', 'authenticated', 'service_role'])
})

it('cancels a visitor’s statement that exceeds the limit', async () => {
  await expect(
    database.connection.withContext({ auth: { role: 'anon' } }, (requests) => sql`select pg_sleep(30)`.execute(requests)),
  ).rejects.toMatchObject({ code: '57014' })
})
