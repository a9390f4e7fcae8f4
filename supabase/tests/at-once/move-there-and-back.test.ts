// A move from PGlite to PostgreSQL that is interrupted and resumed, and back to another PGlite: all rows are unchanged.
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBeforeMoving, move } from '#tools/backup/move.ts'
import { type OpenSource, openSource } from '#tools/backup/open-source.ts'
import type { Part, Total } from '#tools/backup/parts.ts'
import { openPostgres } from '#tools/backup/session.ts'
import { getParts } from '#tools/backup/source.ts'
import { startBackend } from '#server/backend/start.ts'
import { DEMO_PASSWORD, startedOnce } from '#tests/support/test-databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { type Cluster, startPostgresql } from './postgresql.ts'

const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
let cluster: Cluster
let databaseUrl: string
let embedded: { path: string; remove(): void }
let before: Total

const mailer = { send: async () => {} }
const startOn = (backend: Parameters<typeof startBackend>[0]['backend'], dataDirectory: string) =>
  startBackend({ backend, dataDirectory, keys: {}, siteUrl: 'http://localhost' }, { mailer })

async function withSource<T>(input: Parameters<typeof openSource>[0], work: (source: OpenSource) => Promise<T>): Promise<T> {
  const source = await openSource(input)
  try {
    return await work(source)
  } finally {
    await source.leave()
  }
}

beforeAll(async () => {
  cluster = await startPostgresql()
  const administrator = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await administrator.unsafe('drop database if exists move_target')
  await administrator.unsafe('create database move_target')
  await administrator.end()
  const url = new URL(cluster.url)
  url.pathname = '/move_target'
  databaseUrl = url.href
  embedded = await startedOnce()
  const backend = await startOn({ kind: 'embedded' }, embedded.path)
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) {
    const { eTag } = await backend.storage.uploadObject(
      'material-uploads',
      name,
      undefined,
      Buffer.from(name),
      'application/pdf',
      'no-cache',
    )
    await backend.database.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, jsonb_build_object('eTag', $2::text))`,
      [name, eTag],
    )
  }
  await backend.stop()
}, 240_000)
afterAll(() => {
  cluster.stop()
  embedded.remove()
  place.remove()
})

const fromEmbedded = () => ({ backend: { kind: 'embedded' } as const, dataDirectory: embedded.path })
const toPostgres = () => ({ dataDirectory: at('postgres'), databaseUrl })

test('counts rows and changes nothing in a dry run', async () => {
  await withSource(fromEmbedded(), async (source) => {
    const { total } = await checkBeforeMoving(() => getParts(source), toPostgres())
    before = total
    expect(total.files.count).toBe(3)
    expect(total.tables['auth.users']?.rows).toBe(2)
  })
  const session = await openPostgres(databaseUrl)
  const tables = await session.query(`select from pg_catalog.pg_tables where schemaname in ('public', 'auth')`)
  await session.close()
  expect(tables).toEqual([])
  expect(fs.readdirSync(place.path)).toEqual([])
})

test('resumes an interrupted move and prevents starting on an incomplete one', async () => {
  await withSource(fromEmbedded(), async (source) => {
    let passes = 0
    async function* breakingOff(): AsyncGenerator<Part> {
      passes += 1
      for await (const part of getParts(source)) {
        if (passes === 2 && part.kind === 'file' && part.file.key === 'two.pdf') {
          throw new Error('the line broke')
        }
        yield part
      }
    }
    await expect(move(breakingOff, toPostgres())).rejects.toThrow('the line broke')
    expect(fs.existsSync(at('postgres'))).toBe(false)
    await expect(startOn({ kind: 'postgres', databaseUrl }, at('elsewhere'))).rejects.toThrow(
      'The database of DATABASE_URL is not whole: a move into it broke off. Run the same "npm run move" again.',
    )

    const { total, already } = await move(() => getParts(source), toPostgres())
    expect(total).toEqual(before)
    expect(already).toBeGreaterThan(60)
  })
})

test('signs users in with their passwords after the move and restores the same rows when moving back', async () => {
  const there = await startOn({ kind: 'postgres', databaseUrl }, at('postgres'))
  const signIn = (backend: typeof there, password: string) =>
    backend.fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: backend.keys.publishable_key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'student@lamplight.example', password }),
    })
  expect((await signIn(there, DEMO_PASSWORD)).status).toBe(200)
  expect((await signIn(there, 'not the password')).status).toBe(400)
  const [trigger] = await there.database.query<{ off: number }>(
    `select count(*)::int as off from pg_catalog.pg_trigger where tgenabled <> 'O'`,
  )
  expect(trigger?.off).toBe(0)
  await there.stop()

  const back = await withSource({ backend: { kind: 'postgres', databaseUrl }, dataDirectory: at('postgres') }, (source) =>
    move(() => getParts(source), { dataDirectory: at('back'), databaseUrl: null }),
  )
  const changed = Object.entries(back.total.tables).filter(([name, { sum }]) => before.tables[name]?.sum !== sum)
  // Signing in created a session.
  expect(changed.map(([name]) => name).filter((name) => !name.startsWith('auth.'))).toEqual([])
  expect(back.total.files).toEqual(before.files)
  const home = await startOn({ kind: 'embedded' }, at('back'))
  expect((await signIn(home, DEMO_PASSWORD)).status).toBe(200)
  await home.stop()
})

test('leaves the source unchanged', async () => {
  await withSource(fromEmbedded(), async (source) => {
    const { total } = await checkBeforeMoving(() => getParts(source), { dataDirectory: at('never'), databaseUrl: null })
    expect(total).toEqual(before)
  })
})
