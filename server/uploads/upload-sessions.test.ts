import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Upload } from '@tus/server'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ownsUploadSession, KEPT_MS, MAX_SESSIONS_PER_USER, newUploadSessionId } from './upload-session-rules.ts'
import { UploadSessions } from './upload-sessions.ts'

const MEBIBYTE = 1024 * 1024
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-upload-sessions-'))
// The directory stays, because the store creates it in the background.
afterEach(() => {
  for (const name of fs.readdirSync(directory)) {
    fs.rmSync(path.join(directory, name), { recursive: true })
  }
})
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

const uploadSessions = new UploadSessions(directory)
const [ada, bola] = [randomUUID(), randomUUID()]
const HOUR_MS = 60 * 60 * 1000

/** Creates a session of this many bytes with the first few arrived, last touched this long ago. */
async function started(userId: string, size: number, { arrived = 3, ago = HOUR_MS, of = uploadSessions } = {}): Promise<string> {
  const id = newUploadSessionId(userId)
  const creation_date = new Date(Date.now() - ago).toISOString()
  await of.store.create(new Upload({ id, size, offset: 0, creation_date, metadata: { filename: 'thesis.pdf' } }))
  fs.writeFileSync(path.join(directory, id), 'x'.repeat(arrived))
  const touched = (Date.now() - ago) / 1000
  fs.utimesSync(path.join(directory, id), touched, touched)
  return id
}
const left = () => fs.readdirSync(directory).filter((name) => !name.endsWith('.json'))

test('an id contains its owner and cannot be guessed', () => {
  const id = newUploadSessionId(ada)
  expect(ownsUploadSession(ada, id)).toBe(true)
  expect(ownsUploadSession(bola, id)).toBe(false)
  for (const forged of [ada, `${ada}.`, `${ada}./../${id}`, `${id}.json`, `${id}\n`, `../${id}`, '', id.toUpperCase()]) {
    expect(ownsUploadSession(ada, forged), forged).toBe(false)
  }
  expect(ownsUploadSession('', id)).toBe(false)
})

test('a complete session can be taken by its owner, once at a time', async () => {
  const id = await started(ada, 3)
  expect(await uploadSessions.claim(bola, id)).toBeNull()
  const taken = await uploadSessions.claim(ada, id)
  expect(taken?.file).toEqual({ path: path.join(directory, id), name: 'thesis.pdf', size: 3 })
  expect(await uploadSessions.claim(ada, id)).toBeNull()
  await taken?.release()
  const again = await uploadSessions.claim(ada, id)
  await again?.remove()
  expect(fs.readdirSync(directory)).toEqual([])
  expect(await uploadSessions.claim(ada, id)).toBeNull()

  expect(await uploadSessions.claim(ada, await started(ada, 4))).toBeNull()
  expect(await uploadSessions.claim(ada, await started(ada, 3, { ago: KEPT_MS + HOUR_MS }))).toBeNull()
  expect(await uploadSessions.claim(ada, newUploadSessionId(ada))).toBeNull()
})

test('take gives the session to one of two simultaneous callers', async () => {
  const id = await started(ada, 3)
  const both = await Promise.all([uploadSessions.claim(ada, id), uploadSessions.claim(ada, id)])
  expect(both.filter((taken) => taken !== null)).toHaveLength(1)
})

test("evict removes the user's oldest sessions but no active ones and none of other users", async () => {
  const oldest = await started(ada, 50 * MEBIBYTE, { ago: 3 * HOUR_MS })
  const old = await started(ada, 50 * MEBIBYTE, { ago: 2 * HOUR_MS })
  const bolas = await started(bola, 50 * MEBIBYTE, { ago: 9 * HOUR_MS })
  expect(await uploadSessions.evict(ada, 50 * MEBIBYTE)).toBeNull()
  expect(left().toSorted()).toEqual([oldest, old, bolas].toSorted())
  expect(await uploadSessions.evict(ada, 51 * MEBIBYTE)).toBeNull()
  expect(left().toSorted()).toEqual([old, bolas].toSorted())

  const young = await started(ada, 50 * MEBIBYTE, { ago: 1000 })
  const younger = await started(ada, 50 * MEBIBYTE, { ago: 500 })
  const taken = await uploadSessions.claim(ada, await started(ada, 3))
  expect(await uploadSessions.evict(ada, 50 * MEBIBYTE)).toBe('under way')
  expect(left()).toEqual(expect.arrayContaining([young, younger, bolas]))
  expect(fs.existsSync(taken?.file.path ?? '')).toBe(true)
  await taken?.remove()
})

test('evict limits the number of small sessions too', async () => {
  for (let nth = 0; nth < MAX_SESSIONS_PER_USER + 3; nth += 1) {
    expect(await uploadSessions.evict(ada, 10)).toBeNull()
    await started(ada, 10, { ago: HOUR_MS - nth })
  }
  expect(left()).toHaveLength(MAX_SESSIONS_PER_USER)
})

test('evict rejects a new session on a full disk and leaves the existing ones', async () => {
  const full = new UploadSessions(directory, async (bytes) => bytes <= 8 * MEBIBYTE)
  const id = await started(ada, 10, { of: full })
  expect(await full.evict(ada, 50 * MEBIBYTE)).toBe('disk full')
  expect(await full.evict(ada, 5 * MEBIBYTE)).toBeNull()
  expect(left()).toEqual([id])
})

test('a received file is stored as a complete session', async () => {
  const received = path.join(directory, 'received')
  fs.writeFileSync(received, 'abc')
  const id = (await uploadSessions.keep(ada, { path: received, name: 'ethics.docx', size: 3 })) ?? ''
  expect(fs.existsSync(received)).toBe(false)
  expect((await uploadSessions.claim(ada, id))?.file).toMatchObject({ name: 'ethics.docx', size: 3 })
})

test('removeAll removes the sessions of a deleted account and no others', async () => {
  await started(ada, 30)
  await started(ada, 3)
  const bolas = await started(bola, 30)
  await uploadSessions.removeAll(ada)
  expect(left()).toEqual([bolas])
})

test('sweep removes expired sessions and incomplete halves and leaves the rest', async () => {
  const old = { ago: KEPT_MS + HOUR_MS }
  await started(ada, 30, old)
  await started(ada, 3, old)
  const lone = await started(bola, 3, old)
  fs.rmSync(path.join(directory, `${lone}.json`))
  const headless = await started(bola, 3, old)
  fs.rmSync(path.join(directory, headless))
  const young = await started(ada, 30, { ago: KEPT_MS - HOUR_MS })
  fs.writeFileSync(path.join(directory, 'something else'), '')
  await uploadSessions.sweep()
  expect(fs.readdirSync(directory).toSorted()).toEqual([young, `${young}.json`, 'something else'].toSorted())
})
