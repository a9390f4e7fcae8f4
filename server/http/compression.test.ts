import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compression } from './compression.ts'

const TEXT = 'A lamp for the night. '.repeat(100)
const app = new Hono()
app.use(compression())
const stated = { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(TEXT.length), etag: '"1"' }
app.get('/stated', () => new Response(TEXT, { headers: stated }))
app.get('/part', () => new Response(TEXT.slice(0, 1000), { status: 206, headers: { ...stated, 'content-length': '1000' } }))
app.get('/picture', () => new Response(TEXT, { headers: { ...stated, 'content-type': 'image/png' } }))
app.get('/short', () => new Response('short', { headers: { ...stated, 'content-length': '5' } }))
app.get('/nothing', () => new Response(null, { status: 304, headers: { etag: '"1"' } }))

const asked = (path: string, encoding: string, method = 'GET') =>
  app.request(path, { method, headers: { 'accept-encoding': encoding } })

test('removes the plain length from a compressed response', async () => {
  const brotli = await asked('/stated', 'br')
  expect([brotli.headers.get('content-length'), brotli.headers.get('content-encoding')]).toEqual([null, 'br'])
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(TEXT)
  const gzip = await asked('/stated', 'gzip')
  expect([gzip.headers.get('content-length'), gzip.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(TEXT)
})

test('leaves the length of a plain response and adds Vary', async () => {
  const plain = await asked('/stated', 'identity')
  expect(plain.headers.get('content-length')).toBe(String(TEXT.length))
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding'])
  expect(await plain.text()).toBe(TEXT)
})

test.each(['br', 'gzip', 'identity'])('sends the same headers for HEAD as for GET in %s', async (encoding) => {
  for (const path of ['/stated', '/picture', '/short']) {
    const [get, head] = [await asked(path, encoding), await asked(path, encoding, 'HEAD')]
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
    expect(await head.text()).toBe('')
  }
})

test.each(['/part', '/picture', '/short', '/nothing'])('does not compress %s', async (path) => {
  const response = await asked(path, 'br')
  expect([response.headers.get('content-encoding'), response.headers.get('etag')]).toEqual([null, '"1"'])
})

test('weakens the ETag of a compressed response', async () => {
  expect((await asked('/stated', 'br')).headers.get('etag')).toBe('W/"1"')
  expect((await asked('/stated', 'identity')).headers.get('etag')).toBe('"1"')
})
