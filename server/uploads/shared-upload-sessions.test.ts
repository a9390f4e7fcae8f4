// Two processes share upload sessions, over an embedded backend. The tests over HTTP, behind a balancer, are in
// tests/processes.
import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { embeddedSiteBackend, type SiteBackend } from '../backend/site-backend.ts'
import { removeFiles } from '../jobs/file-removals.ts'
import { Job } from '../job-runner/jobs.ts'
import { ownsUploadSession, MAX_SESSIONS_PER_USER, newUploadSessionId } from './upload-session-rules.ts'
import { SharedUploadSessions } from './shared-upload-sessions.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-shared-upload-sessions-'))
const [here, there] = ['here', 'there'].map((name) => path.join(directory, name)) as [string, string]
let backend: EmbeddedBackend
let site: SiteBackend
let one: SharedUploadSessions
let other: SharedUploadSessions
const [ada, bola] = [randomUUID(), randomUUID()]
/** Fails the next requests whose address contains this. */
let failing = ''
beforeAll(async () => {
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: directory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
  site = embeddedSiteBackend(backend, 'http://localhost')
  for (const [at, id] of [ada, bola].entries()) {
    await backend.database.query('insert into auth.users (id, email) values ($1, $2)', [id, `${at}@example.com`])
  }
  const reached = {
    url: backend.url,
    secretKey: backend.keys.secret_key,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const address = input instanceof Request ? input.url : String(input)
      if (failing && address.includes(failing)) {
        throw new TypeError('fetch failed')
      }
      return backend.fetch(input, init)
    },
  }
  fs.mkdirSync(here)
  fs.mkdirSync(there)
  one = new SharedUploadSessions(reached, here)
  other = new SharedUploadSessions(reached, there, 1500)
})
afterAll(async () => {
  await backend.stop()
  fs.rmSync(directory, { recursive: true, force: true })
})
afterEach(async () => {
  failing = ''
  await backend.database.query('delete from private.upload_sessions')
  await removeFiles(site, new Job('file removals', true)).stop()
  expect(await objects()).toEqual([])
  // Neither process leaves a file behind.
  expect([...fs.readdirSync(here), ...fs.readdirSync(there)]).toEqual([])
})

const objects = () => backend.database.query(`select name from storage.objects where bucket_id = 'upload-sessions'`)
async function started(userId: string, size: number): Promise<string> {
  const id = newUploadSessionId(userId)
  await one.store.create(new Upload({ id, size, offset: 0, metadata: { filename: 'thesis.pdf' } }))
  return id
}
const chunk = (bytes: Buffer | string) => Readable.from([Buffer.from(bytes)])
const arrived = async (of: SharedUploadSessions, id: string) => (await of.store.getUpload(id)).offset

/** Creates a stream that breaks off after these bytes. */
const cutAfter = (bytes: string) =>
  Readable.from(
    (async function* () {
      yield Buffer.from(bytes)
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('aborted')
    })(),
  )

test('chunks received by different processes form one file, which each process returns', async () => {
  const bytes = randomBytes(300_000)
  const id = await started(ada, bytes.length)
  expect(await one.store.write(chunk(bytes.subarray(0, 100_000)), id, 0)).toBe(100_000)
  expect(await arrived(other, id)).toBe(100_000)
  expect(await other.store.write(chunk(bytes.subarray(100_000, 250_000)), id, 100_000)).toBe(250_000)
  expect(await one.claim(ada, id)).toBeNull()
  expect(await one.store.write(chunk(bytes.subarray(250_000)), id, 250_000)).toBe(300_000)
  const taken = await other.claim(ada, id)
  expect(taken?.file).toMatchObject({ name: 'thesis.pdf', size: 300_000 })
  expect(fs.readFileSync(taken?.file.path ?? '').equals(bytes)).toBe(true)
  await taken?.remove()
  expect(await one.claim(ada, id)).toBeNull()
  await expect(one.store.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
})

test('one of two simultaneous chunks at the same offset gets 409, and its object is removed', async () => {
  const id = await started(ada, 10)
  const both = await Promise.allSettled([one.store.write(chunk('aaaaa'), id, 0), other.store.write(chunk('bbbbb'), id, 0)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({ status_code: 409 })
  expect(await arrived(one, id)).toBe(5)
  expect(await objects()).toHaveLength(1)
})

test('bytes before a cut are stored, and a later offset request waits for that', async () => {
  const id = await started(ada, 10)
  const writing = one.store.write(cutAfter('%PDF'), id, 0)
  await expect(writing).rejects.toThrow('aborted')
  expect(await arrived(one, id)).toBe(4)
  expect(await arrived(other, id)).toBe(4)
})

test('another user cannot take the session, and a second form waits for the first', async () => {
  const id = await started(ada, 3)
  await one.store.write(chunk('abc'), id, 0)
  expect(ownsUploadSession(bola, id)).toBe(false)
  expect(await one.claim(bola, id)).toBeNull()
  const first = await one.claim(ada, id)
  const second = other.claim(ada, id)
  await first?.release()
  const taken = await second
  expect(taken?.file.size).toBe(3)
  // While it is taken, another taker waits and gives up in the end.
  expect(await other.claim(ada, id)).toBeNull()
  await taken?.remove()
})

test('a failing backend loses nothing and releases an unreadable file', async () => {
  const id = await started(ada, 6)
  await one.store.write(chunk('abc'), id, 0)
  failing = '/storage/v1/'
  await expect(one.store.write(chunk('def'), id, 3)).rejects.toThrow('fetch failed')
  failing = '/rpc/add_chunk'
  await expect(one.store.write(chunk('def'), id, 3)).rejects.toThrow()
  failing = ''
  expect(await arrived(one, id)).toBe(3)
  await other.store.write(chunk('def'), id, 3)
  failing = '/storage/v1/'
  await expect(one.claim(ada, id)).rejects.toThrow('fetch failed')
  failing = ''
  const taken = await other.claim(ada, id)
  expect(fs.readFileSync(taken?.file.path ?? '', 'utf8')).toBe('abcdef')
  await taken?.remove()
  // The row of this object failed, so only the sweep finds it once it is an hour old.
  expect(await objects()).not.toEqual([])
  await backend.database.query(
    `update storage.objects set created_at = now() - interval '2 hours' where bucket_id = 'upload-sessions'`,
  )
  await one.sweep()
})

test("a received file is stored as a complete session within the user's limit", async () => {
  const received = path.join(here, 'received')
  fs.writeFileSync(received, 'abc')
  const file = { path: received, name: 'ethics\0.docx', size: 3 }
  failing = '/storage/v1/'
  await expect(one.keep(ada, file)).rejects.toThrow('fetch failed')
  failing = ''
  expect(await backend.database.query('select from private.upload_sessions')).toEqual([])
  const id = (await one.keep(ada, file)) ?? ''
  const taken = await other.claim(ada, id)
  expect(taken?.file).toMatchObject({ name: 'ethics.docx', size: 3 })
  await taken?.release()
  for (let nth = 1; nth < MAX_SESSIONS_PER_USER; nth += 1) {
    await started(ada, 10)
  }
  expect(await one.keep(ada, file)).toBeNull()
  await expect(started(ada, 10)).rejects.toMatchObject({ status_code: 429 })
  await started(bola, 10)
  fs.rmSync(received)
})

test('a session removed by its sender is gone, and a second removal does nothing', async () => {
  const id = await started(ada, 10)
  await one.store.write(chunk('abc'), id, 0)
  await other.store.remove(id)
  await expect(one.store.remove(id)).rejects.toMatchObject({ status_code: 404 })
  await expect(one.store.write(chunk('def'), id, 3)).rejects.toMatchObject({ status_code: 409 })
})
