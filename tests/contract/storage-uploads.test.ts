import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, getAvatar, filesOnDisk, pathFor, PDF, PNG, storageFault, store } from './files.ts'
import { aStudent, anAdmin, aVisitor, backend, type CurrentUser } from './people.ts'
import { anUpload } from './uploads.ts'

let ada: CurrentUser
let bola: CurrentUser
let admin: CurrentUser
beforeAll(async () => {
  ;[ada, bola, admin] = await Promise.all([aStudent('Ada'), aStudent('Bola'), anAdmin('Ngozi')])
})

async function getBytes(user: CurrentUser, name: string): Promise<Uint8Array | null> {
  const { data } = await user.client.storage.from('material-uploads').download(name)
  return data && new Uint8Array(await data.arrayBuffer())
}

test('storage returns the uploaded raw bytes to their owner and to an admin', async () => {
  const name = pathFor(ada)
  const sent = crypto.getRandomValues(new Uint8Array(60_000))
  expect((await store('material-uploads', name, { as: ada, body: sent })).status).toBe(200)
  expect(await getBytes(ada, name)).toEqual(sent)
  expect(await getBytes(admin, name)).toEqual(sent)
})

test.each([
  ['bytes', (bytes: Uint8Array<ArrayBuffer>) => bytes],
  ['a Blob', (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: PDF })],
  ['a File', (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'x.pdf', { type: PDF })],
  ['a stream', (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream()],
])('supabase-js stores %s', async (_what, asBody) => {
  const name = pathFor(ada)
  const sent = crypto.getRandomValues(new Uint8Array(60_000))
  const { data, error } = await ada.client.storage
    .from('material-uploads')
    .upload(name, asBody(sent), { contentType: PDF, duplex: 'half' })
  expect(error).toBeNull()
  expect(data?.path).toBe(name)
  const stored = await ada.client.storage.from('material-uploads').download(name)
  expect(stored.data?.type).toBe(PDF)
  expect(new Uint8Array((await stored.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(sent)
})

test('storage rejects a form without a file or with a truncated body', async () => {
  const type = 'multipart/form-data; boundary=x'
  for (const body of ['', 'nonsense', '--x\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--x--\r\n']) {
    expect((await store('material-uploads', pathFor(ada), { as: ada, type, body })).status).toBe(400)
  }
  expect((await store('material-uploads', pathFor(ada), { as: ada, type: 'multipart/form-data', body: 'x' })).status).toBe(400)
  const name = pathFor(ada)
  const broken = `--x\r\ncontent-disposition: form-data; name=""; filename="a.pdf"\r\ncontent-type: ${PDF}\r\n\r\n%PDF-1.7`
  expect((await store('material-uploads', name, { as: ada, type, body: broken })).ok).toBe(false)
  expect(await getBytes(ada, name)).toBeNull()
})

test('a student stores files only under their own id', async () => {
  expect(await storageFault(await store('material-uploads', pathFor(bola), { as: ada, body: aPdf() }))).toBe('403')
  expect(await storageFault(await store('material-uploads', pathFor(ada), { as: 'visitor', body: aPdf() }))).toBe('403')
  expect(await storageFault(await store('material-uploads', `${Date.now()}-a.pdf`, { as: ada, body: aPdf() }))).toBe('403')
  expect(await storageFault(await store('product-files', pathFor(ada), { as: ada, body: PNG, type: 'image/png' }))).toBe('403')
  expect(await storageFault(await store('product-files', getAvatar(bola), { as: ada, body: PNG, type: 'image/png' }))).toBe('403')
  expect(await storageFault(await store('nowhere', pathFor(ada), { as: ada, body: aPdf() }))).toBe('404')
})

test('storage does not replace a stored file with a second one of its name', async () => {
  const name = pathFor(ada)
  const first = aPdf(300)
  await store('material-uploads', name, { as: ada, body: first })
  expect(await storageFault(await store('material-uploads', name, { as: ada, body: aPdf(400) }))).toBe('409')
  expect((await store('material-uploads', name, { as: ada, body: aPdf(400), headers: { 'x-upsert': 'true' } })).ok).toBe(false)
  expect((await store('material-uploads', name, { as: ada, body: aPdf(400), method: 'PUT' })).ok).toBe(false)
  expect(await getBytes(ada, name)).toEqual(first)
})

test.each(['text/html', 'image/svg+xml', 'application/zip', 'application/pdf; charset=utf-8', '', 'nonsense'])(
  'storage rejects a file of type %j in both buckets',
  async (type) => {
    expect(await storageFault(await store('material-uploads', pathFor(ada), { as: ada, body: aPdf(), type }))).toBe('415')
    expect(await storageFault(await store('product-files', getAvatar(ada), { as: ada, body: PNG, type }))).toBe('415')
  },
)

test.each(['evil.exe', 'page.html', 'picture.svg', 'care.pdf.exe', 'noending', 'care.PDF '])(
  'storage rejects a file called %j',
  async (fileName) => {
    expect(
      await storageFault(await store('material-uploads', pathFor(ada, encodeURIComponent(fileName)), { as: ada, body: aPdf() })),
    ).toBe('403')
  },
)

test.each([
  ['one folder up', '../x.pdf'],
  ['one folder up, encoded', '..%2Fx.pdf'],
  ['one folder up, encoded twice', '%252e%252e%252fx.pdf'],
  ['a backslash', '..%5C..%5Cx.pdf'],
  ['a NUL', 'a%00.pdf'],
  ['a line break', 'a%0D%0Ab.pdf'],
  ['300 characters', `${'a'.repeat(300)}.pdf`],
  ['5,000 characters', `${'a'.repeat(5000)}.pdf`],
  ['a right-to-left override', 'x%E2%80%AEfdp.pdf'],
  ['a broken escape', '%E0%A4%A.pdf'],
  ['an encoded letter in it', '100%2541.pdf'],
  ['a fragment', 'a%23b.pdf'],
  ['a query', 'a%3Fb.pdf'],
])('storage rejects a name with %s and leaves nothing on disk', async (_what, fileName) => {
  const before = [...filesOnDisk().keys()]
  const response = await store('material-uploads', pathFor(ada, fileName), { as: ada, body: aPdf() })
  expect([response.status, Number(await storageFault(response)) < 500]).toEqual([400, true])
  expect([...filesOnDisk().keys()]).toEqual(before)
})

describe('simultaneous uploads', () => {
  test('of one avatar all succeed, and the last one is whole', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        store('product-files', getAvatar(ada), { as: ada, body: PNG, type: 'image/png', headers: { 'x-upsert': 'true' } }),
      ),
    )
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 200))
    const { data } = await aVisitor().storage.from('product-files').download(getAvatar(ada))
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PNG)
  })

  test('to one name store the first one whole and reject the others', async () => {
    const name = pathFor(ada)
    const sent = Array.from({ length: 10 }, (_, at) => aPdf(20_000 + at))
    const responses = await Promise.all(sent.map((body) => store('material-uploads', name, { as: ada, body })))
    const stored = responses.findIndex((response) => response.ok)
    const faults = await Promise.all(responses.filter((response) => !response.ok).map(storageFault))
    expect(faults).toEqual(Array.from({ length: 9 }, () => '409'))
    expect(await getBytes(ada, name)).toEqual(sent[stored])
  })
})

describe('the removal of files', () => {
  test('deletes an own file that no upload uses, from the disk too', async () => {
    const name = pathFor(ada)
    const before = filesOnDisk().size
    await store('material-uploads', name, { as: ada, body: aPdf() })
    const { data, error } = await ada.client.storage.from('material-uploads').remove([name])
    expect(error).toBeNull()
    expect(data).toHaveLength(1)
    expect(await getBytes(ada, name)).toBeNull()
    expect(filesOnDisk().size).toBe(before)
  })

  test('spares a file that an upload uses', async () => {
    const upload = await anUpload(ada)
    const { data } = await ada.client.storage.from('material-uploads').remove([upload.file_path])
    expect(data).toEqual([])
    expect(await getBytes(ada, upload.file_path)).not.toBeNull()
  })

  test("spares another student's file", async () => {
    const name = pathFor(ada)
    await store('material-uploads', name, { as: ada, body: aPdf() })
    for (const client of [bola.client, aVisitor()]) {
      await client.storage.from('material-uploads').remove([name])
      await client.storage.from('material-uploads').move(name, pathFor(bola))
    }
    expect(await getBytes(ada, name)).not.toBeNull()
  })
})

test.runIf(backend.embedded)('an interrupted upload leaves nothing behind, in the bucket or on disk', async () => {
  const before = [...filesOnDisk().keys()]
  const name = pathFor(ada)
  const broken = new AbortController()
  const chunks = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(new Uint8Array(64 * 1024))
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  })
  const sending = fetch(`${backend.url}/storage/v1/object/material-uploads/${name}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${ada.accessToken}`, 'content-type': PDF },
    body: chunks,
    duplex: 'half',
    signal: broken.signal,
  } as RequestInit)
  await expect.poll(() => filesOnDisk().size).toBeGreaterThan(before.length)
  broken.abort()
  await expect(sending).rejects.toThrow()
  await expect.poll(() => [...filesOnDisk().keys()]).toEqual(before)
  expect(await getBytes(ada, name)).toBeNull()
})
