// A backup of PostgreSQL, restored into PGlite and into another PostgreSQL: the same rows everywhere.
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupParts } from '#tools/backup/read.ts'
import { restore } from '#tools/backup/restore.ts'
import { openPostgres } from '#tools/backup/session.ts'
import { getParts } from '#tools/backup/source.ts'
import { type Written, writeBackup } from '#tools/backup/write.ts'
import { startBackend } from '#server/backend/start.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { type Cluster, startPostgresql } from './postgresql.ts'

const PASSPHRASE = 'four words for a lamp'
const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
const file = at('lamplight.backup')
let cluster: Cluster
let source: string
let target: string
let written: Written

const mailer = { send: async () => {} }

beforeAll(async () => {
  cluster = await startPostgresql()
  const administrator = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const named = async (name: string) => {
    await administrator.unsafe(`drop database if exists ${name}`)
    await administrator.unsafe(`create database ${name}`)
    const url = new URL(cluster.url)
    url.pathname = `/${name}`
    return url.href
  }
  source = await named('backup_source')
  target = await named('backup_target')
  await administrator.end()
  const backend = await startBackend(
    { backend: { kind: 'postgres', databaseUrl: source }, dataDirectory: at('source'), keys: {}, siteUrl: 'http://localhost' },
    { mailer },
  )
  await backend.database.run(`
    insert into auth.users (id, email, raw_user_meta_data, encrypted_password)
    select gen_random_uuid(), 'student-' || i || '@example.com', '{"first_name": "Ada", "last_name": "Obi"}', 'hash ' || i
      from generate_series(1, 300) i;
    insert into public.research_materials (slug, title, category, subject_area, price, published_at)
    select 'work-' || i, 'Work ' || i, 'thesis', 'Community health', 3500, now() from generate_series(1, 500) i;
  `)
  const session = await openPostgres(source)
  written = await writeBackup(
    getParts({ session, files: [at('source/objects')], dataDirectory: at('source') }),
    file,
    PASSPHRASE,
    10,
  )
  await session.close()
  await backend.stop()
}, 240_000)
afterAll(() => {
  cluster.stop()
  place.remove()
})

test('restores the same rows into an embedded database', async () => {
  const { total } = await restore(file, () => backupParts(file, PASSPHRASE), { dataDirectory: at('embedded'), databaseUrl: null })
  expect(total).toEqual(written.total)
  expect(total.tables['auth.users']?.rows).toBe(300)
  expect(total.tables['public.profiles']?.rows).toBe(300)
})

test('rejects and leaves unchanged a database with foreign content', async () => {
  const session = await openPostgres(target)
  for (const [make, remove, name] of [
    ['create schema elsewhere; create table elsewhere.kept ()', 'drop schema elsewhere cascade', 'elsewhere.kept'],
    [`create function public.kept() returns int language sql as 'select 1'`, 'drop function public.kept()', 'public.kept'],
  ] as const) {
    for (const statement of make.split('; ')) {
      await session.query(statement)
    }
    await expect(
      restore(file, () => backupParts(file, PASSPHRASE), { dataDirectory: at('theirs'), databaseUrl: target }),
    ).rejects.toThrow(`The database of DATABASE_URL is not empty: it has ${name}`)
    await session.query(remove)
  }
  await session.close()
  expect(fs.existsSync(at('theirs'))).toBe(false)
})

test('restores the same rows into another PostgreSQL and rejects it afterwards as not empty', async () => {
  const { total } = await restore(file, () => backupParts(file, PASSPHRASE), {
    dataDirectory: at('postgres'),
    databaseUrl: target,
  })
  expect(total).toEqual(written.total)
  expect(fs.existsSync(at('postgres/backend-keys.json'))).toBe(true)
  await expect(
    restore(file, () => backupParts(file, PASSPHRASE), { dataDirectory: at('again'), databaseUrl: target }),
  ).rejects.toThrow(/The database of DATABASE_URL is not empty: it has \w+\.\w+/)
  const session = await openPostgres(target)
  const [users] = await session.query<{ count: number }>('select count(*)::int as count from auth.users')
  await session.close()
  expect(users?.count).toBe(300)
})

test('passes the doctor’s checks in the restored PostgreSQL', async () => {
  const session = await openPostgres(target)
  const [row] = await session.query<{ said: { findings: { what: string }[]; migrations: string[] } }>(
    'select public.check_database() as said',
  )
  await session.close()
  expect(row?.said.findings.map(({ what }) => what)).toEqual(['No account is an admin.'])
  expect(row?.said.migrations.length).toBeGreaterThan(20)
})
