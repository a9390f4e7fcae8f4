import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startedOnce } from '#tests/support/test-databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { FileStorage } from '#server/backend/file-storage.ts'
import type { EmbeddedBackend } from '#server/backend/start.ts'
import { createSnapshot } from '#server/backend/snapshot.ts'
import type { Total } from './parts.ts'
import { BadBackup, backupParts } from './read.ts'
import { restore } from './restore.ts'
import { openDirectory, openEmbedded } from './session.ts'
import { getParts } from './source.ts'
import { type Written, writeBackup } from './write.ts'

/*
 * Backs up a running backend, restores the backup and compares. The passphrase's work factor is low, to save time.
 */
const PASSPHRASE = 'four words for a lamp'
const place = temporaryDirectory()
const at = (name: string) => path.join(place.path, name)
const file = at('lamplight.backup')
let source: { path: string; remove(): void }
let written: Written
let backend: EmbeddedBackend

const objectRow = `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, jsonb_build_object('eTag', $2::text))`

/** Stores a file and its row, as the storage does. */
async function store(name: string, content: string): Promise<void> {
  const { eTag } = await backend.storage.uploadObject(
    'material-uploads',
    name,
    undefined,
    Buffer.from(content),
    'application/pdf',
    'no-cache',
  )
  await backend.database.query(`delete from storage.objects where name = $1`, [name])
  await backend.database.query(objectRow, [name, eTag])
}

beforeAll(async () => {
  source = await startedOnce()
  const { startBackend } = await import('#server/backend/start.ts')
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: source.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  await store('one/kept.pdf', 'kept as it is')
  await store('one/replaced.pdf', 'before the moment')
  await store('one/removed.pdf', 'removed after the moment')
  await backend.database.run(`
    insert into public.audit_log (action, subject, details) values ('test.odd', 'a test', '{"odd": "a \\"quoted\\" \\\\ line\\nand ☂ and a tab\\t"}');
    insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), id, '2026-11-22 08:00:00.123456+00' from auth.users;
  `)
  const snapshot = await createSnapshot(backend, source.path)
  // Later changes are not in the backup.
  await store('one/replaced.pdf', 'after the moment, and longer')
  await backend.storage.deleteObject('material-uploads', 'one/removed.pdf')
  await backend.database.run(`insert into public.audit_log (action, subject) values ('test.too_late', 'a test')`)
  const session = await openDirectory(snapshot.database ?? '')
  written = await writeBackup(
    getParts({ session, files: [path.join(source.path, 'objects'), snapshot.aside], dataDirectory: source.path }),
    file,
    PASSPHRASE,
    10,
  )
  await session.close()
  await snapshot.releaseSnapshot()
}, 240_000)
afterAll(async () => {
  await backend.stop()
  source.remove()
  place.remove()
})

const fileIn = (directory: string, name: string) =>
  fs.readFileSync(FileStorage.pathIn(path.join(directory, 'objects'), FileStorage.getName('material-uploads', name)), 'utf8')

/** Returns the totals of a data directory. */
async function getTotal(directory: string): Promise<Total> {
  const session = await openEmbedded(directory)
  try {
    for await (const part of getParts({ session, files: [path.join(directory, 'objects')], dataDirectory: directory })) {
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
    await session.close()
  }
  throw new Error('no total')
}

const restored = at('restored')

test('restore returns the rows, files, sessions and keys of the time of the backup', async () => {
  const { about, total } = await restore(file, () => backupParts(file, PASSPHRASE), {
    dataDirectory: restored,
    databaseUrl: null,
  })
  expect(about.madeAt).toBe(written.madeAt)
  expect(total).toEqual(written.total)
  expect(await getTotal(restored)).toEqual(written.total)
  expect(total.tables['auth.sessions']?.rows).toBe(total.tables['auth.users']?.rows)
  expect(total.tables['auth.users']?.rows).toBeGreaterThan(0)
  expect(total.missing).toEqual([])
  expect(fileIn(restored, 'one/kept.pdf')).toBe('kept as it is')
  expect(fileIn(restored, 'one/replaced.pdf')).toBe('before the moment')
  expect(fileIn(restored, 'one/removed.pdf')).toBe('removed after the moment')
  for (const name of ['backend-keys.json', 'demo-accounts.json']) {
    expect(fs.readFileSync(path.join(restored, name), 'utf8')).toBe(fs.readFileSync(path.join(source.path, name), 'utf8'))
    expect(fs.statSync(path.join(restored, name)).mode & 0o777).toBe(0o600)
  }
  const session = await openEmbedded(restored)
  const [log] = await session.query<{ odd: string; late: number; next: string; largest: string; off: string }>(
    `select (select details ->> 'odd' from public.audit_log where action = 'test.odd') as odd,
            (select count(*)::int from public.audit_log where action = 'test.too_late') as late,
            nextval('public.audit_log_id_seq')::text as next, (select max(id)::text from public.audit_log) as largest,
            (select string_agg(tgname, ' ') from pg_catalog.pg_trigger where tgenabled <> 'O') as off`,
  )
  await session.close()
  expect(log).toMatchObject({ odd: 'a "quoted" \\ line\nand ☂ and a tab\t', late: 0, off: null })
  expect(Number(log?.next)).toBeGreaterThan(Number(log?.largest))
})

test('restore rejects a destination that is not empty and does not change it', async () => {
  const full = at('full')
  fs.mkdirSync(full)
  fs.writeFileSync(path.join(full, 'a-letter.txt'), 'mine')
  await expect(restore(file, () => backupParts(file, PASSPHRASE), { dataDirectory: full, databaseUrl: null })).rejects.toThrow(
    /full is not empty\. .* Nothing was changed\./,
  )
  expect(fs.readdirSync(full)).toEqual(['a-letter.txt'])
})

const size = () => fs.statSync(file).size
test.each<[what: string, make: (bytes: Buffer) => Buffer, passphrase: string, sentence: RegExp]>([
  ['another passphrase', (bytes) => bytes, 'not the words at all', /cannot be opened with this passphrase/],
  ['a file cut off in the middle', (bytes) => bytes.subarray(0, size() / 2), PASSPHRASE, /not a whole backup/],
  ['a file cut off before its last byte', (bytes) => bytes.subarray(0, size() - 1), PASSPHRASE, /not a whole backup/],
  ['a file with one other byte', (bytes) => changed(bytes, size() - 900), PASSPHRASE, /not a whole backup/],
  ['a file with another head', (bytes) => changed(bytes, 5), PASSPHRASE, /not a whole backup/],
  ['an empty file', () => Buffer.alloc(0), PASSPHRASE, /not a whole backup/],
  ['another kind of file', () => Buffer.from('a letter\n'.repeat(500)), PASSPHRASE, /not a whole backup/],
])('restore rejects %s and leaves nothing behind', async (_what, make, passphrase, sentence) => {
  const bad = at('bad.backup')
  fs.writeFileSync(bad, make(fs.readFileSync(file)))
  const before = fs.readdirSync(place.path)
  const rejected = restore(bad, () => backupParts(bad, passphrase), { dataDirectory: at('new'), databaseUrl: null })
  await expect(rejected).rejects.toThrow(sentence)
  await expect(rejected).rejects.toBeInstanceOf(BadBackup)
  expect(fs.readdirSync(place.path)).toEqual(before)
})

function changed(bytes: Buffer, at_: number): Buffer {
  const other = Buffer.from(bytes)
  other[at_] = (other[at_] ?? 0) ^ 1
  return other
}

test('restore rejects a backup of another version before it creates anything', async () => {
  const session = await openEmbedded(restored)
  await session.query(`update supabase_migrations.schema_migrations set version = '19990101000000' where version = (
    select min(version) from supabase_migrations.schema_migrations)`)
  const other = at('other.backup')
  await writeBackup(
    getParts({ session, files: [path.join(restored, 'objects')], dataDirectory: restored }),
    other,
    PASSPHRASE,
    10,
  )
  await session.close()
  await expect(
    restore(other, () => backupParts(other, PASSPHRASE), { dataDirectory: at('new'), databaseUrl: null }),
  ).rejects.toThrow(/other\.backup was made by another version of Lamplight: its migration 19990101000000_\w+ is none/)
  expect(fs.existsSync(at('new'))).toBe(false)
})

test('writeBackup does not overwrite a file and leaves none after a failure', async () => {
  async function* breaksOff() {
    yield { kind: 'keys' as const, name: 'backend-keys.json', text: '{}' }
    throw new Error('the disk broke')
  }
  await expect(writeBackup(breaksOff(), file, PASSPHRASE, 10)).rejects.toThrow('exists already')
  await expect(writeBackup(breaksOff(), at('failed.backup'), PASSPHRASE, 10)).rejects.toThrow('the disk broke')
  expect(fs.readdirSync(place.path).filter((name) => name.startsWith('failed'))).toEqual([])
})
