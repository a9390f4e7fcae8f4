/* Links that let somebody without an account read or store one file (server/backend/lite-storage-links.ts). */
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { aPdf, pathFor, PDF, store } from './files.ts'
import { aStudent, aVisitor, backend, type Person } from './people.ts'
import { sendJson } from './raw.ts'

let ada: Person
let bola: Person
let file: string
beforeAll(async () => {
  ;[ada, bola] = await Promise.all([aStudent('Ada'), aStudent('Bola')])
  file = pathFor(ada)
  await store('material-uploads', file, { as: ada, body: aPdf(700) })
})

const bucketOf = (person: Person) => person.client.storage.from('material-uploads')
const linkTo = async (name: string, seconds = 60): Promise<string> =>
  (await bucketOf(ada).createSignedUrl(name, seconds)).data?.signedUrl ?? ''

test('the owner gives a link by which anybody reads the file', async () => {
  const shown = await fetch(await linkTo(file))
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
    200,
    PDF,
    'nosniff',
  ])
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(aPdf(700))
})

test('several links are given at once, and none for what is not there', async () => {
  const missing = pathFor(ada)
  const { data, error } = await bucketOf(ada).createSignedUrls([file, missing], 60)
  expect(error).toBeNull()
  expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
  expect(data?.[1]?.error).toBeTruthy()
})

test('links are not given for what is not a list of names', async () => {
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

test("nobody gets a link to another's file", async () => {
  expect((await bucketOf(bola).createSignedUrl(file, 60)).error).not.toBeNull()
  expect((await aVisitor().storage.from('material-uploads').createSignedUrl(file, 60)).error).not.toBeNull()
})

test('a link that was changed, made up, or given for another file is refused', async () => {
  const other = pathFor(ada)
  await store('material-uploads', other, { as: ada, body: aPdf() })
  const link = await linkTo(file)
  const token = new URL(link).searchParams.get('token') ?? ''
  const madeUp = await new SignJWT({ sub: file, bucket: 'material-uploads', intent: 'download' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another secret, as long as ours is, or longer'))
  const broken = [
    link.replace(file, other),
    link.replace('/material-uploads/', '/product-files/'),
    ...[`${token.slice(0, -3)}AAA`, 'nonsense', '', madeUp, ada.accessToken, backend.secretKey].map((forged) =>
      link.replace(token, forged),
    ),
  ]
  for (const address of broken) {
    const { status } = await fetch(address)
    expect([address, [400, 401, 403, 404].includes(status)]).toEqual([address, true])
  }
})

test('a link that has run out is refused', async () => {
  const link = await linkTo(file, 1)
  expect((await fetch(link)).status).toBe(200)
  await expect.poll(async () => (await fetch(link)).status, { timeout: 10_000, interval: 200 }).toBe(400)
})

test.each([
  ['bytes', aPdf(900)],
  ['a Blob', new Blob([aPdf(900)], { type: PDF })],
])('by a link for storing, anybody stores that one file once, as %s', async (_what, body) => {
  const name = pathFor(ada)
  const { data } = await bucketOf(ada).createSignedUploadUrl(name)
  const visitor = aVisitor().storage.from('material-uploads')
  const stored = await visitor.uploadToSignedUrl(name, data?.token ?? '', body, { contentType: PDF })
  expect(stored.error).toBeNull()
  const back = await bucketOf(ada).download(name)
  expect([back.data?.type, back.data?.size]).toEqual([PDF, 900])

  expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', aPdf(), { contentType: PDF })).error).not.toBeNull()
  expect((await visitor.uploadToSignedUrl(pathFor(ada), data?.token ?? '', aPdf(), { contentType: PDF })).error).not.toBeNull()
  expect((await visitor.uploadToSignedUrl(pathFor(ada), 'nonsense', aPdf(), { contentType: PDF })).error).not.toBeNull()
})

test("nobody gets a link for storing under another's id", async () => {
  expect((await bucketOf(bola).createSignedUploadUrl(pathFor(ada))).error).not.toBeNull()
})
