/* Links with which anyone without an account can read or store one file (server/backend/lite/storage/links.ts). */
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, pathFor, PDF, store } from './files.ts'
import { aStudent, aVisitor, backend, type CurrentUser } from './people.ts'
import { sendJson } from './raw.ts'
import { rowFor } from './uploads.ts'

let ada: CurrentUser
let bola: CurrentUser
let file: string
beforeAll(async () => {
  ;[ada, bola] = await Promise.all([aStudent('Ada'), aStudent('Bola')])
  file = pathFor(ada)
  await store('material-uploads', file, { as: ada, body: aPdf(700) })
})

const getBucket = (user: CurrentUser) => user.client.storage.from('material-uploads')
const linkTo = async (name: string, seconds = 60): Promise<string> =>
  (await getBucket(ada).createSignedUrl(name, seconds)).data?.signedUrl ?? ''

test('a signed link of the owner lets anyone read the file', async () => {
  const shown = await fetch(await linkTo(file))
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
    200,
    PDF,
    'nosniff',
  ])
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(aPdf(700))
})

test('a request for several links returns one for each file and none for a missing file', async () => {
  const missing = pathFor(ada)
  const { data, error } = await getBucket(ada).createSignedUrls([file, missing], 60)
  expect(error).toBeNull()
  expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
  expect(data?.[1]?.error).toBeTruthy()
})

test('a request for links rejects a body that is not a list of names', async () => {
  for (const body of [
    null,
    {},
    { expiresIn: 60, paths: 'x' },
    { expiresIn: 60, paths: [5] },
    { expiresIn: 'x', paths: [file] },
    { paths: [file] },
  ]) {
    expect((await sendJson('/storage/v1/object/sign/material-uploads', body, { as: ada })).status).toBe(400)
  }
})

test("a student cannot get a link to another's file", async () => {
  expect((await getBucket(bola).createSignedUrl(file, 60)).error).not.toBeNull()
  expect((await aVisitor().storage.from('material-uploads').createSignedUrl(file, 60)).error).not.toBeNull()
})

test('storage rejects a changed, forged or mismatched link', async () => {
  const other = pathFor(ada)
  await store('material-uploads', other, { as: ada, body: aPdf() })
  const link = await linkTo(file)
  const token = new URL(link).searchParams.get('token') ?? ''
  const forgedToken = await new SignJWT({ sub: file, bucket: 'material-uploads', intent: 'download' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another secret, as long as ours is, or longer'))
  const broken = [
    link.replace(file, other),
    link.replace('/material-uploads/', '/product-files/'),
    ...[`${token.slice(0, -3)}AAA`, 'nonsense', '', forgedToken, ada.accessToken, backend.secretKey].map((forged) =>
      link.replace(token, forged),
    ),
  ]
  for (const address of broken) {
    const { status } = await fetch(address)
    expect([address, [400, 401, 403, 404].includes(status)]).toEqual([address, true])
  }
})

test('storage rejects an expired link', async () => {
  const [aMinute, aSecond] = [await linkTo(file, 60), await linkTo(file, 1)]
  await expect.poll(async () => (await fetch(aSecond)).status, { interval: 200 }).toBe(400)
  expect((await fetch(aMinute)).status).toBe(200)
})

test.each([
  ['bytes', aPdf(900)],
  ['a Blob', new Blob([aPdf(900)], { type: PDF })],
])('an upload link stores that one file once, as %s', async (_what, body) => {
  const name = pathFor(ada)
  const { data } = await getBucket(ada).createSignedUploadUrl(name)
  const visitor = aVisitor().storage.from('material-uploads')
  const stored = await visitor.uploadToSignedUrl(name, data?.token ?? '', body, { contentType: PDF })
  expect(stored.error).toBeNull()
  const back = await getBucket(ada).download(name)
  expect([back.data?.type, back.data?.size]).toEqual([PDF, 900])

  expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', aPdf(), { contentType: PDF })).error).not.toBeNull()
  expect((await visitor.uploadToSignedUrl(pathFor(ada), data?.token ?? '', aPdf(), { contentType: PDF })).error).not.toBeNull()
  expect((await visitor.uploadToSignedUrl(pathFor(ada), 'nonsense', aPdf(), { contentType: PDF })).error).not.toBeNull()
})

describe('the file of an upload', () => {
  const visitor = () => aVisitor().storage.from('material-uploads')
  const stored = async (name: string) => {
    const { data } = await getBucket(ada).download(name)
    return data && new Uint8Array(await data.arrayBuffer())
  }
  async function submitted(name: string) {
    expect((await store('material-uploads', name, { as: ada, body: aPdf(500) })).status).toBe(200)
    const { error } = await ada.client.from('material_uploads').insert(rowFor(ada, name))
    expect(error).toBeNull()
  }

  test('cannot be replaced with a link that allows overwriting', async () => {
    const name = pathFor(ada)
    const { data } = await getBucket(ada).createSignedUploadUrl(name, { upsert: true })
    await submitted(name)
    if (data) {
      expect((await visitor().uploadToSignedUrl(name, data.token, aPdf(900), { contentType: PDF })).error).not.toBeNull()
    }
    expect(await stored(name)).toEqual(aPdf(500))
  })

  test.runIf(backend.embedded)('cannot get an upload link, whether the file exists or not', async () => {
    const name = pathFor(ada)
    expect((await getBucket(ada).createSignedUploadUrl(name, { upsert: true })).error).not.toBeNull()
    await submitted(name)
    expect((await getBucket(ada).createSignedUploadUrl(name, { upsert: true })).error).not.toBeNull()
    // A valid link, signed as the backend signs them, still overwrites nothing.
    const token = await new SignJWT({ sub: name, bucket: 'material-uploads', intent: 'upload', owner: ada.userId, upsert: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(new TextEncoder().encode(backend.embedded?.jwtSecret))
    expect((await visitor().uploadToSignedUrl(name, token, aPdf(900), { contentType: PDF })).error).not.toBeNull()
    const encoded = name.replaceAll('-', '%2D')
    const response = await store('upload/sign/material-uploads', `${encoded}?token=${token}`, { body: aPdf(900), method: 'PUT' })
    expect(response.ok).toBe(false)
    expect(await stored(name)).toEqual(aPdf(500))
  })

  test('cannot be replaced with an upload link, an upsert or the secret key', async () => {
    const name = pathFor(ada)
    const { data } = await getBucket(ada).createSignedUploadUrl(name)
    await submitted(name)
    expect((await visitor().uploadToSignedUrl(name, data?.token ?? '', aPdf(900), { contentType: PDF })).error).not.toBeNull()
    const headers = { 'x-upsert': 'true' }
    for (const as of [ada, 'service'] as const) {
      expect((await store('material-uploads', name, { as, body: aPdf(900), headers })).ok).toBe(false)
      expect((await store('material-uploads', name, { as, body: aPdf(900), method: 'PUT' })).ok).toBe(false)
    }
    expect(await stored(name)).toEqual(aPdf(500))
  })

  test('cannot be replaced by a request that began before the upload and ends after it', async () => {
    const name = pathFor(ada)
    let end = () => {}
    const waiting = new Promise<void>((resolve) => {
      end = resolve
    })
    const slowly = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(aPdf(900))
        await waiting
        controller.close()
      },
    })
    const slow = store('material-uploads', name, { as: ada, body: slowly, headers: { 'x-upsert': 'true' } })
    const quick = store('material-uploads', name, { as: ada, body: aPdf(500) })
    // The embedded backend runs them one after the other; others may not.
    await Promise.race([quick, new Promise((resolve) => setTimeout(resolve, 300))])
    end()
    const [first, second] = await Promise.all([slow, quick])
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1)
    const copied = await stored(name)
    expect((await ada.client.from('material_uploads').insert(rowFor(ada, name))).error).toBeNull()
    expect(await stored(name)).toEqual(copied)
  })
})

test("a student cannot get an upload link under another's id", async () => {
  expect((await getBucket(bola).createSignedUploadUrl(pathFor(ada))).error).not.toBeNull()
})
