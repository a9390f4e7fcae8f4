import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, getAvatar, MEBIBYTE, pathFor, PNG, storageFault, store } from './files.ts'
import { aStudent, anAdmin, aVisitor, backend, type CurrentUser, theService } from './people.ts'
import { send, sendJson } from './raw.ts'

const openFiles = `/proc/${backend.embedded?.pid ?? 'none'}/fd`
const leadsToObject = (descriptor: string): boolean => {
  try {
    return fs.readlinkSync(descriptor).includes('/objects/')
  } catch {
    return false
  }
}

let ada: CurrentUser
let bola: CurrentUser
let admin: CurrentUser
let file: string
beforeAll(async () => {
  ;[ada, bola, admin] = await Promise.all([aStudent('Ada'), aStudent('Bola'), anAdmin('Ngozi')])
  file = pathFor(ada)
  await store('material-uploads', file, { as: ada, body: aPdf(5000) })
})

test('an upserted avatar replaces the old one and is public at its address', async () => {
  const bucket = ada.client.storage.from('product-files')
  for (const body of [PNG, new Uint8Array([...PNG, 0])]) {
    const { error } = await bucket.upload(getAvatar(ada), body, { upsert: true, contentType: 'image/png' })
    expect(error).toBeNull()
    const { publicUrl } = bucket.getPublicUrl(getAvatar(ada)).data
    const shown = await fetch(publicUrl)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(body)
  }
})

test('storage responds with 304 to a browser that has the public file', async () => {
  await ada.client.storage.from('product-files').upload(getAvatar(ada), PNG, { upsert: true, contentType: 'image/png' })
  const { publicUrl } = aVisitor().storage.from('product-files').getPublicUrl(getAvatar(ada)).data
  const etag = (await fetch(publicUrl)).headers.get('etag') ?? ''
  const again = await fetch(publicUrl, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await fetch(publicUrl, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
})

test('HEAD returns the size of a public file and no body', async () => {
  const { publicUrl } = aVisitor().storage.from('product-files').getPublicUrl(getAvatar(ada)).data
  const head = await fetch(publicUrl, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), head.headers.get('content-length')]).toEqual([
    200,
    'image/png',
    String(PNG.byteLength),
  ])
})

test.runIf(fs.existsSync(openFiles))('HEAD leaves no file open', async () => {
  // More bytes than are read ahead, so that an unread file remains open.
  const big = new Uint8Array(4 * MEBIBYTE)
  await ada.client.storage.from('product-files').upload(getAvatar(ada), big, { upsert: true, contentType: 'image/png' })
  const { publicUrl } = aVisitor().storage.from('product-files').getPublicUrl(getAvatar(ada)).data
  const stored = () => fs.readdirSync(openFiles).filter((number) => leadsToObject(`${openFiles}/${number}`)).length
  const etag = (await fetch(publicUrl, { method: 'HEAD' })).headers.get('etag') ?? ''
  for (let times = 0; times < 20; times += 1) {
    await fetch(publicUrl, { method: 'HEAD' })
    await fetch(publicUrl, { headers: { 'if-none-match': etag } }).then((response) => response.arrayBuffer())
  }
  await expect.poll(stored).toBe(0)
})

test('a download is sent as an attachment with its name, whatever its characters', async () => {
  const { publicUrl } = aVisitor().storage.from('product-files').getPublicUrl(getAvatar(ada), { download: 'Àdá "x".png' }).data
  const shown = await fetch(publicUrl)
  expect(shown.headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=UTF-8''%C3%80d%C3%A1%20%22x%22\.png/)
})

test("a student lists own files and finds none of another's", async () => {
  const mine = await ada.client.storage.from('material-uploads').list(ada.userId)
  expect(mine.data?.some((object) => file.endsWith(object.name) || object.name.endsWith(file))).toBe(true)
  for (const client of [bola.client, aVisitor()]) {
    for (const folder of [ada.userId, `${ada.userId}/`, '', '%', '_']) {
      const { data } = await client.storage.from('material-uploads').list(folder)
      expect(JSON.stringify(data ?? [])).not.toContain(file.split('/')[1])
    }
  }
})

test('storage lists the folders and files of a folder by their own names', async () => {
  const bucket = theService().storage.from('material-uploads')
  const names = async (...words: Parameters<typeof bucket.list>) =>
    (await bucket.list(...words)).data?.map(({ name, id }) => (id === null ? `${name}/` : name))
  const own = file.slice(file.indexOf('/') + 1)
  expect(await names('', { search: ada.userId })).toEqual([`${ada.userId}/`])
  expect(await names(ada.userId, { search: own })).toEqual([own])
  expect(await names(ada.userId, { search: own, offset: 1 })).toEqual([])
  expect(await names('', { limit: 1 })).toHaveLength(1)
})

test('storage tells whether a private file exists', async () => {
  const bucket = ada.client.storage.from('material-uploads')
  expect((await bucket.exists(file)).data).toBe(true)
  expect((await bucket.exists(`${ada.userId}/no-such.pdf`)).data).toBe(false)
})

test('storage hides a private file and its existence from all but its owner and admins', async () => {
  expect((await ada.client.storage.from('material-uploads').download(file)).error).toBeNull()
  expect((await admin.client.storage.from('material-uploads').download(file)).error).toBeNull()
  for (const user of [bola, 'visitor'] as const) {
    for (const name of [file, pathFor(ada)]) {
      const response = await send(`/storage/v1/object/material-uploads/${name}`, { as: user })
      expect([response.status, await storageFault(response)]).toEqual([400, '404'])
    }
    expect((await send(`/storage/v1/object/material-uploads/${file}`, { as: user, method: 'HEAD' })).ok).toBe(false)
    expect((await send(`/storage/v1/object/info/material-uploads/${file}`, { as: user })).ok).toBe(false)
  }
  expect(await storageFault(await fetch(`${backend.url}/storage/v1/object/public/material-uploads/${file}`))).toBe('404')
})

test("a student cannot copy another's file into their own folder", async () => {
  expect((await bola.client.storage.from('material-uploads').copy(file, pathFor(bola))).error).not.toBeNull()
})

test('a student cannot create, change or empty a bucket', async () => {
  expect((await ada.client.storage.createBucket('mine', { public: true })).error).not.toBeNull()
  expect((await ada.client.storage.updateBucket('material-uploads', { public: true })).error).not.toBeNull()
  expect((await ada.client.storage.emptyBucket('material-uploads')).error).not.toBeNull()
  expect((await ada.client.storage.deleteBucket('product-files')).error).not.toBeNull()
  expect((await ada.client.storage.from('material-uploads').download(file)).error).toBeNull()
})

describe('an invalid file name', () => {
  test.each([
    '../x.pdf',
    '..%2F..%2Fx',
    'a%00b.pdf',
    'a'.repeat(3000),
    '%F0%9F%98%80.pdf',
    'x%E2%80%AEfdp',
    '%E0%A4%A',
    '%7B%7Bx%7D%7D',
  ])('%.40s is not found, in public or in private', async (name) => {
    for (const place of [
      'public/product-files/avatars',
      `material-uploads/${ada.userId}`,
      `info/material-uploads/${ada.userId}`,
    ]) {
      const response = await send(`/storage/v1/object/${place}/${name}`, { as: ada })
      expect([400, 404]).toContain(response.status)
    }
  })
})

describe('a file list request', () => {
  test.each([
    ['with a NUL', { prefix: 'a\0' }],
    ['in an unknown order', { prefix: '', sortBy: { column: 'nothing', order: 'asc' } }],
    ['in an invalid direction', { prefix: '', sortBy: { column: 'name', order: 'sideways; drop table' } }],
    ['with limit -1', { prefix: '', limit: -1 }],
    ['with limit 0.5', { prefix: '', limit: 0.5 }],
    ['with offset -1', { prefix: '', offset: -1 }],
  ])('%s is rejected', async (_what, body) => {
    expect((await sendJson('/storage/v1/object/list/material-uploads', body, { as: ada })).status).toBe(400)
  })

  test.each(['', '{', 'null', '[]', '5'])('with the body %j is rejected', async (body) => {
    const headers = { 'content-type': 'application/json' }
    expect((await send('/storage/v1/object/list/material-uploads', { method: 'POST', as: ada, headers, body })).status).toBe(400)
  })
})
