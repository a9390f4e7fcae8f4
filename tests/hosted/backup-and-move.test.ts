// Moves into a hosted project and back, and its backup: a PostgreSQL 15 with the hosted roles and our migrations,
// pushed by the real tool, and a double of the storage's protocol and rules.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OpenBackend, openBackend } from '../../tools/backup/open-source.ts'
import type { Total } from '../../tools/backup/parts.ts'
import { startBackend } from '../../server/backend/start.ts'
import { makeDemoAccounts } from '../../server/seed/demo-accounts.ts'
import { DEMO_PASSWORD, startedOnce } from '../support/test-databases.ts'
import { runToEnd, temporaryDirectory } from '../support/processes.ts'
import { openStorageDouble, type StorageDouble } from '../support/storage-double.ts'
import { type Project, push, startProjects } from './hosted-project.ts'

// Each starts several programs, one after the other.
vi.setConfig({ testTimeout: 300_000 })

const KEY = 'sb_secret_of_a_project_0123456789'
const PASSPHRASE = { BACKUP_PASSPHRASE: 'four words for a lamp' }
const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
let projects: Awaited<ReturnType<typeof startProjects>>
let project: Project
let storage: StorageDouble
let source: { path: string; remove(): void }
let before: Total

/**
 * Fills the source with a student with an unconfirmed address, one who requested a new password, and an upload with its
 * file, each as the backend writes it.
 */
async function fillSource(): Promise<void> {
  const backend = await startOn(source.path)
  const { database } = backend
  await makeDemoAccounts(database, { dataDirectory: source.path, demoPassword: DEMO_PASSWORD })
  await database.run(`
    insert into public.research_materials (title, slug, category, published_at) values ('Care of wounds', 'care-of-wounds', 'thesis', now());
    update auth.users set recovery_token = 'a hash of a link that was mailed', recovery_sent_at = now() where email like 'student@%';
    insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, confirmation_token, confirmation_sent_at)
    values ('00000000-0000-4000-8000-00000000ada0', 'authenticated', 'authenticated', 'ada@example.com', 'not a hash',
      '{"provider": "email", "providers": ["email"]}', 'a hash of another link', now());
    insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), id, now() from auth.users limit 1;
    insert into public.audit_log (action, subject, details)
    values ('test.odd', 'a test', '{"odd": "a \\"quoted\\" \\\\ line\\nand ☂ and a tab\\t and \\u0001"}');
  `)
  const [student] = await database.query<{ user: string; profile: string }>(
    `select p.user_id as user, p.id as profile from public.profiles p join auth.users u on u.id = p.user_id where u.email like 'student@%'`,
  )
  const work = `${student?.user}/1795000000000-work.pdf`
  for (const [bucket, key, type, content] of [
    ['material-uploads', work, 'application/pdf', `%PDF a work ${'x'.repeat(200_000)}`],
    ['material-uploads', `${student?.user}/1795000000001-first (final), 2.docx`, 'application/msword', 'another work'],
    ['product-files', `avatars/${student?.user}.png`, 'image/png', 'a picture'],
  ] as const) {
    const { eTag } = await backend.storage.uploadObject(bucket, key, undefined, Buffer.from(content), type, 'max-age=3600')
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata) values ($1, $2, jsonb_build_object('eTag', $3::text, 'size', $4::int))`,
      [bucket, key, eTag, content.length],
    )
  }
  await database.query(
    `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, terms_version)
     values ($1, 'A work', 'thesis', 'PDF', 'work.pdf', $2, '2026-11-21')`,
    [student?.profile, work],
  )
  await backend.stop()
}

const startOn = (dataDirectory: string) =>
  startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )

/** Returns digests of all contents of a backend. */
async function getTotal(opened: Promise<OpenBackend>): Promise<Total> {
  const { parts, leave } = await opened
  try {
    for await (const part of parts()) {
      if (part.kind === 'file') {
        for await (const chunk of part.bytes) {
          expect(chunk.length).toBeGreaterThan(0)
        }
      }
      if (part.kind === 'total') {
        return part.total
      }
    }
  } finally {
    await leave()
  }
  throw new Error('Could not find the total')
}
const embedded = (dataDirectory: string) => openBackend({ backend: { kind: 'embedded' }, dataDirectory }, {})

/** Returns the digests of our own tables, without accounts and files, whose tables differ. */
const ours = ({ tables }: Total) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => /^(public|private)\./.test(name)))

beforeAll(async () => {
  projects = await startProjects()
  project = projects.off
  push(project)
  storage = await openStorageDouble(project.url, KEY)
  source = await startedOnce('none')
  await fillSource()
  before = await getTotal(embedded(source.path))
}, 300_000)
afterAll(async () => {
  await storage.stop()
  await projects.stop()
  source.remove()
  place.remove()
})

const move = (variables: Record<string, string>, ...words: string[]) => runToEnd(['tools/move.ts', ...words], variables)
const into = (...more: string[]) =>
  move({ DATA_DIR: source.path, TO_SECRET_KEY: KEY }, '--to-project', storage.url, '--to-database', project.url, ...more)
const hosted = () => ({
  SUPABASE_URL: storage.url,
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  SUPABASE_SECRET_KEY: KEY,
  DATA_DIR: at('of-the-command'),
})
const counts = (query = project.query) =>
  query(`select (select count(*)::int from auth.users) as users, (select count(*)::int from storage.objects) as files,
                (select count(*)::int from public.research_materials) as materials`)

test('the move rejects an unsuitable target with a sentence before it writes anything', async () => {
  const rejections: [database: string, key: Record<string, string>, says: RegExp][] = [
    [project.url, {}, /set TO_SECRET_KEY to a secret key/],
    [project.url, { TO_SECRET_KEY: 'sb_secret_another' }, /refuses the secret key: Invalid Compact JWS/],
    ['postgres://h:6543/postgres', { TO_SECRET_KEY: KEY }, /names the transaction pooler/],
    [projects.on.url, { TO_SECRET_KEY: KEY }, /does not have the migration 20261122000100.*supabase db push --remote/s],
  ]
  for (const [database, key, says] of rejections) {
    const words = ['--to-project', storage.url, '--to-database', database]
    expect(await move({ DATA_DIR: source.path, ...key }, ...words)).toMatchObject({
      code: 1,
      output: expect.stringMatching(says) as string,
    })
  }
  expect(await counts()).toEqual([{ users: 0, files: 0, materials: 0 }])
})

test('a dry run of the move counts and changes nothing', async () => {
  expect(await into('--dry-run')).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /It would bring \d+ rows of \d+ tables, 3 accounts among them, and 3 files .*Nothing was changed\./,
    ) as string,
  })
  expect(await counts()).toEqual([{ users: 0, files: 0, materials: 0 }])
  expect(await project.query(`select to_regclass('supabase_migrations.unfinished_move') as made`)).toEqual([{ made: null }])
})

test('the move stops at a failing file, at wrong bytes and at a lost connection, and resumes there', async () => {
  storage.fail(/^POST .*1795000000001/, 1, 500)
  expect((await into()).output).toMatch(/refuses object\/.*1795000000001/)
  expect(await counts()).toMatchObject([{ users: 0, files: 1 }])
  storage.fail(/^POST .*1795000000001/, 1, 'keep others')
  expect((await into()).output).toMatch(/keeps other bytes of material-uploads\/.*docx than were sent/)
  storage.fail(/^GET .*avatars/, 1, 'cut')
  expect((await into()).code).toBe(1)

  const done = await into()
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('each table compared with its source') as string })
  expect(done.output).toContain('all users sign in again, with the same password')
  expect(storage.asked(/^POST .*1795000000000/)).toHaveLength(1)
  expect(await project.query(`select to_regclass('supabase_migrations.unfinished_move') as made`)).toEqual([{ made: null }])
})

/**
 * A hash as Auth of a project reads it, with Go's bcrypt: `$2`, any minor version or none, a cost of 4 to 31, 22
 * characters of salt, 31 of hash.
 */
const BCRYPT = /^\$2[a-z]?\$(0[4-9]|[12]\d|3[01])\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/

/**
 * Returns true if Auth of a project accepts a password. Go's bcrypt computes every minor version in the same way
 * (golang.org/x/crypto/bcrypt, newFromHash and CompareHashAndPassword), and our hashes have `b`. pgcrypto's own
 * implementation knows this way by the name `a` only.
 */
async function authAccepts(hash: string, password: string): Promise<boolean> {
  const [, cost, salt, rest] = hash.match(BCRYPT) ?? []
  expect(rest, 'the hash is one of bcrypt').toBeDefined()
  await project.query('create extension if not exists pgcrypto with schema extensions')
  const [computed] = await project.query<{ hash: string }>(
    `select extensions.crypt('${password}', '$2a$${cost}$${salt}') as hash`,
  )
  return computed?.hash === `$2a$${cost}$${salt}${rest}`
}

test('the move writes accounts as Auth reads them, with passwords, confirmations and instance, and without null texts', async () => {
  const users = await project.query<Record<string, string | null>>('select * from auth.users order by email')
  expect(users.map(({ email }) => email)).toEqual(['ada@example.com', 'admin@lamplight.example', 'student@lamplight.example'])
  for (const user of users) {
    expect(user).toMatchObject({
      instance_id: '00000000-0000-0000-0000-000000000000',
      aud: 'authenticated',
      role: 'authenticated',
      confirmation_token: '',
      recovery_token: '',
      email_change: '',
      email_change_token_new: '',
      email_change_token_current: '',
      phone: null,
    })
  }
  const [ada, , student] = users
  expect(ada?.email_confirmed_at).toBeNull()
  expect(student?.email_confirmed_at).toBeInstanceOf(Date)
  expect(await authAccepts(student?.encrypted_password ?? '', DEMO_PASSWORD)).toBe(true)
  expect(await authAccepts(student?.encrypted_password ?? '', 'another password')).toBe(false)
  expect(
    await project.query(
      `select i.provider, i.email, i.provider_id = u.id::text as own from auth.identities i join auth.users u on u.id = i.user_id order by 2`,
    ),
  ).toEqual([
    { provider: 'email', email: 'admin@lamplight.example', own: true },
    { provider: 'email', email: 'student@lamplight.example', own: true },
  ])
  expect(await project.query('select from auth.sessions')).toEqual([])
})

test('the move preserves rows, files and triggers, and a second move is rejected', async () => {
  const there = await getTotal(
    openBackend(
      { backend: { kind: 'hosted', url: storage.url, publishableKey: '', secretKey: KEY, patience: 0 }, dataDirectory: '' },
      { SUPABASE_DB_URL: project.url },
    ),
  )
  expect(ours(there)).toEqual(ours(before))
  expect(there.files).toEqual(before.files)
  const [upload] = await project.query<{ path: string }>('select file_path as path from public.material_uploads')
  expect(storage.getBytes('material-uploads', upload?.path ?? '')?.toString()).toMatch(/^%PDF a work x+$/)
  expect(
    await project.query(`select metadata ->> 'mimetype' as type from storage.objects where bucket_id = 'product-files'`),
  ).toEqual([{ type: 'image/png' }])
  expect(await project.query(`select from pg_trigger where tgenabled not in ('O') and not tgisinternal`)).toEqual([])
  const [next] = await project.query<{ right: boolean }>(
    `select nextval('public.audit_log_id_seq') > (select max(id) from public.audit_log) as right`,
  )
  expect(next?.right).toBe(true)
  expect((await into()).output).toMatch(/The project is not empty: storage\.objects has rows already/)
})

test("a backup contains files alone without the database's address, and rows too with it", async () => {
  const files = await runToEnd(['tools/backup.ts', at('files.backup')], { ...hosted(), ...PASSPHRASE })
  expect(files).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /files\.backup: 3 files, as of .*The rows are not in it\. Supabase keeps them .*supabase db dump/s,
    ) as string,
  })
  const rejected = await runToEnd(['tools/restore.ts', at('files.backup')], { DATA_DIR: at('never'), ...PASSPHRASE })
  expect(rejected).toMatchObject({
    code: 1,
    output: expect.stringContaining('holds the files of a hosted project and no rows') as string,
  })
  expect(fs.existsSync(at('never'))).toBe(false)

  const both = await runToEnd(['tools/backup.ts', at('both.backup')], {
    ...hosted(),
    ...PASSPHRASE,
    SUPABASE_DB_URL: project.url,
  })
  expect(both).toMatchObject({ code: 0, output: expect.stringMatching(/\d+ rows of \d+ tables and 3 files/) as string })
  expect(await runToEnd(['tools/restore.ts', at('both.backup')], { DATA_DIR: at('restored'), ...PASSPHRASE })).toMatchObject({
    code: 0,
  })
  const restored = await getTotal(embedded(at('restored')))
  expect(ours(restored)).toEqual(ours(before))
  expect(restored.files).toEqual(before.files)
})

test('a backup with rows restores a new project, and one of files restores a lost file', async () => {
  push(projects.on)
  const other = await openStorageDouble(projects.on.url, KEY)
  const restore = (file: string, more: Record<string, string> = {}) =>
    runToEnd(['tools/restore.ts', at(file)], { ...hosted(), ...PASSPHRASE, SUPABASE_URL: other.url, ...more })
  expect(await restore('both.backup', { SUPABASE_DB_URL: projects.on.url })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/has \d+ rows of \d+ tables and 3 files of the backup now, read back and equal/) as string,
  })
  expect(await counts(projects.on.query)).toEqual([{ users: 3, files: 3, materials: 1 }])

  await projects.on.query(
    `set storage.allow_delete_query = 'true'; delete from storage.objects where bucket_id = 'product-files'`,
  )
  expect(await restore('files.backup')).toMatchObject({
    code: 0,
    output: expect.stringContaining('has 3 files of the backup now, read back and equal') as string,
  })
  expect(await counts(projects.on.query)).toMatchObject([{ files: 3 }])
  expect([other.asked(/^POST .*avatars/).length, other.asked(/^POST .*1795000000000/).length]).toEqual([2, 1])
  await other.stop()
})

test('a move back restores everything, and users sign in with their passwords', async () => {
  const back = await move({ ...hosted(), SUPABASE_DB_URL: project.url }, '--to', at('home'))
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('each table compared with its source') as string })
  const home = await getTotal(embedded(at('home')))
  expect(ours(home)).toEqual(ours(before))
  expect(home.files).toEqual(before.files)
  expect(home.missing).toEqual([])
  const backend = await startOn(at('home'))
  const response = await backend.fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishable_key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'student@lamplight.example', password: DEMO_PASSWORD }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const [upload] = await backend.database.query<{ path: string }>('select file_path as path from public.material_uploads')
  const file = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${upload?.path}`, {
    headers: { apikey: backend.keys.publishable_key, authorization: `Bearer ${access_token}` },
  })
  expect(response.status).toBe(200)
  expect((await file.text()).slice(0, 15)).toBe('%PDF a work xxx')
  await backend.stop()
})

test('the moves leave the source unchanged', async () => {
  expect(await getTotal(embedded(source.path))).toEqual(before)
})
