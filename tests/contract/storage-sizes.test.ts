/*
 * A bucket accepts exactly its limit and not one byte more, whatever length was declared
 * (server/backend/lite/storage/unmeasured-bodies.ts).
 */
import fs from 'node:fs'
import http from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { getAvatar, filesOnDisk, MEBIBYTE, pathFor, PDF, getChunks, storageFault, store } from './files.ts'
import { aStudent, backend, type CurrentUser } from './people.ts'
import { ask } from '../support/http.ts'

const MAX = 50 * MEBIBYTE

let ada: CurrentUser
beforeAll(async () => {
  ada = await aStudent('Ada')
})

async function remove(name: string): Promise<void> {
  await ada.client.storage.from('material-uploads').remove([name])
}

test.each([
  ['with its length', () => new Uint8Array(MAX)],
  ['without a length', () => getChunks(MAX)],
])('storage accepts exactly 50 MiB %s', async (_how, body) => {
  const name = pathFor(ada)
  const response = await store('material-uploads', name, { as: ada, body: body() })
  expect(response.status).toBe(200)
  const { data } = await ada.client.storage.from('material-uploads').download(name)
  expect(data?.size).toBe(MAX)
  await remove(name)
})

test.each([
  ['with its length', () => new Uint8Array(MAX + 1)],
  ['without a length', () => getChunks(MAX + 1)],
  ['without an end', () => getChunks(400 * MEBIBYTE)],
])('storage rejects one byte more than 50 MiB %s and leaves nothing behind', async (_how, body) => {
  const before = [...filesOnDisk().keys()]
  const name = pathFor(ada)
  const fault = await store('material-uploads', name, { as: ada, body: body() }).then(storageFault, () => 'cut off')
  expect(['413', 'cut off']).toContain(fault)
  expect((await ada.client.storage.from('material-uploads').download(name)).data).toBeNull()
  expect([...filesOnDisk().keys()]).toEqual(before)
})

test.each([
  ['with its length', () => new Uint8Array(5 * MEBIBYTE + 1)],
  ['without a length', () => getChunks(5 * MEBIBYTE + 1)],
])('storage rejects an avatar over 5 MiB %s and preserves the old one', async (_how, body) => {
  const avatar = { as: ada, type: 'image/png', headers: { 'x-upsert': 'true' } }
  await store('product-files', getAvatar(ada), { ...avatar, body: new Uint8Array(10) })
  const fault = await store('product-files', getAvatar(ada), { ...avatar, body: body() }).then(storageFault, () => 'cut off')
  expect(['413', 'cut off']).toContain(fault)
  const { data } = await ada.client.storage.from('product-files').download(getAvatar(ada))
  expect(data?.size).toBe(10)
})

test.each([
  ['with its length', () => new Uint8Array()],
  ['without a length', () => getChunks(0)],
])('storage rejects an empty file %s', async (_how, body) => {
  const name = pathFor(ada)
  expect(await storageFault(await store('material-uploads', name, { as: ada, body: body() }))).toBe('400')
  expect((await ada.client.storage.from('material-uploads').download(name)).data).toBeNull()
})

test.runIf(backend.embedded)('storage ignores a false declared length', async () => {
  const name = pathFor(ada)
  const outcome = await new Promise<string>((resolve) => {
    const request = http.request(`${backend.url}/storage/v1/object/material-uploads/${name}`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${ada.accessToken}`,
        'content-type': PDF,
        'content-length': 500,
      },
    })
    request.once('response', (response) => resolve(`answered ${response.statusCode}`))
    request.once('error', () => resolve('cut off'))
    request.write(Buffer.alloc(100))
    setTimeout(() => request.destroy(), 300)
  })
  expect(outcome).toBe('cut off')
  expect((await ada.client.storage.from('material-uploads').download(name)).data).toBeNull()
})

test('every service rejects endless JSON', async () => {
  const endless = 'a'.repeat(3 * MEBIBYTE)
  // fetch would fail when the response comes before all is sent.
  const post = (path: string, body: object, token = backend.publishableKey) =>
    ask(backend.url + path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    })
  const responses = await Promise.all([
    post('/rest/v1/topic_requests', { user_id: ada.profileId, topic: endless }, ada.accessToken),
    post('/rest/v1/rpc/search_materials', { search: endless }),
    post('/auth/v1/signup', { email: endless }),
    post('/storage/v1/object/list/material-uploads', { prefix: endless }, ada.accessToken),
    post('/functions/v1/upload-to-drive', { fileId: endless, uploadId: ada.profileId }, ada.accessToken),
  ])
  expect(responses.map((response) => response.status)).toEqual([413, 413, 413, 413, 413])
})

test.runIf(backend.embedded)('storage rejects a declared length above the limit before the body is sent', async () => {
  for (const [path, length] of [
    [`/storage/v1/object/material-uploads/${pathFor(ada)}`, MAX + 1],
    ['/rest/v1/topic_requests', 3 * MEBIBYTE],
    ['/functions/v1/upload-to-drive', 3 * MEBIBYTE],
  ] as const) {
    const status = await new Promise((resolve, reject) => {
      const headers = {
        apikey: backend.publishableKey,
        authorization: `Bearer ${ada.accessToken}`,
        'content-type': PDF,
        'content-length': length,
      }
      const request = http.request(`${backend.url}${path}`, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        request.destroy()
      })
      request.once('error', reject)
      request.flushHeaders()
    })
    expect([path, status]).toEqual([path, 413])
  }
})

const getMemory = (pid: number): number => Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096

test.runIf(backend.embedded && fs.existsSync('/proc/self/statm'))(
  'storage passes six simultaneous files of 50 MiB through constant memory',
  async () => {
    const pid = backend.embedded?.pid ?? 0
    let min = Infinity
    // In memory they would be 300 MiB, each time. Other work also moves the memory, so the lowest of several rounds
    // counts.
    for (let round = 0; min >= 200 && round < 4; round += 1) {
      const before = getMemory(pid)
      let highest = before
      const watch = setInterval(() => (highest = Math.max(highest, getMemory(pid))), 10)
      const names = Array.from({ length: 6 }, () => pathFor(ada))
      const stored = await Promise.all(names.map((name) => store('material-uploads', name, { as: ada, body: getChunks(MAX) })))
      clearInterval(watch)
      expect(stored.map((response) => response.status)).toEqual(names.map(() => 200))
      min = Math.min(min, (highest - before) / MEBIBYTE)
      await Promise.all(names.map(remove))
    }
    expect(min).toBeLessThan(200)
  },
)
