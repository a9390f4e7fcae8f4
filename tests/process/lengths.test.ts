// Every response declares its true length, in every encoding. On a reused connection a wrong length makes the browser
// wait or spoils the next response.
import fs from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { seedId } from '#server/seed/files.ts'
import { root } from '../support/processes.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { getHead } from './html.ts'
import { onOneConnection, type OnWire, type Sent } from './on-one-connection.ts'
import { getClient, DEMO_PASSWORD, shared, STUDENT, whenOver } from './sites.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://localhost:${shared.port}` }
const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const NAME = 'posts/lengths-16x16.png'
const PICTURE = `/storage/v1/object/public/product-files/${NAME}`
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const assets = fs
  .readdirSync(path.join(root, 'build/client/assets'))
  .filter((name) => /\.(js|css|woff2)$/.test(name))
  .map((name) => `/assets/${name}`)

let cookie: string
let share: string
/** The share picture's. */
let tag: string

beforeAll(async () => {
  const response = await send(`${shared.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  cookie = cookieHeader(response.cookies)
  const files = getClient(shared.backendUrl, shared.keys.secret_key).storage.from('product-files')
  expect((await files.upload(NAME, PNG, { contentType: 'image/png', upsert: true })).error).toBeNull()
  whenOver(() => files.remove([NAME]))
  const { pathname, search } = new URL(getHead((await ask(shared.url + MATERIAL)).text)['og:image'] ?? '')
  share = pathname + search
  tag = String((await ask(shared.url + share)).headers.etag)
})

/** Requests that one connection takes: fewer than the server reads ahead. */
const ON_ONE_CONNECTION = 500

/** Sends each request in brotli, gzip and plain, many of them over one connection. */
async function inEveryEncoding(requests: Sent[]): Promise<{ sent: Sent; responses: OnWire[] }[]> {
  const encodings = ['br', 'gzip', 'identity']
  const all = requests.flatMap((sent) =>
    encodings.map((encoding) => ({ ...sent, headers: { 'accept-encoding': encoding, ...sent.headers } })),
  )
  const responses: OnWire[] = []
  for (let from = 0; from < all.length; from += ON_ONE_CONNECTION) {
    responses.push(...(await onOneConnection(shared.port, all.slice(from, from + ON_ONE_CONNECTION))))
  }
  return requests.map((sent, at) => ({ sent, responses: responses.slice(at * encodings.length, (at + 1) * encodings.length) }))
}

/** Returns the decompressed body of a response. */
function plain({ headers, body }: OnWire): Buffer {
  switch (headers.get('content-encoding')) {
    case 'br':
      return brotliDecompressSync(body)
    case 'gzip':
      return gunzipSync(body)
    default:
      return body
  }
}

/**
 * Requests with GET and HEAD and returns what is wrong with the responses: each must be whole in each encoding, and
 * HEAD must declare no length but that of GET.
 */
async function faultsIn(status: number, requests: Sent[]): Promise<string[]> {
  const got = await inEveryEncoding(requests)
  const heads = await inEveryEncoding(requests.map((sent) => ({ ...sent, method: 'HEAD' })))
  const faults: string[] = []
  for (const [at, { sent, responses }] of got.entries()) {
    const [, , identity] = responses
    for (const [which, response] of responses.entries()) {
      const head = heads[at]?.responses[which]
      if (response.status !== status || head?.status !== status) {
        faults.push(`${sent.path} is answered ${response.status}, HEAD ${head?.status}`)
      }
      // Some pages contain a nonce; their text has the same length each time.
      if (plain(response).byteLength !== identity?.body.byteLength) {
        faults.push(`${sent.path} says something else in ${response.headers.get('content-encoding')}`)
      }
      const declared = head?.headers.get('content-length') ?? null
      if (declared !== null && declared !== String(response.body.byteLength)) {
        // A public page may have been compressed again between the two.
        const [again] = await inEveryEncoding([sent])
        const now = String(again?.responses[which]?.body.byteLength)
        if (declared !== now) {
          faults.push(`HEAD ${sent.path} declares ${declared} bytes of ${response.body.byteLength} or ${now}`)
        }
      }
      for (const name of ['content-encoding', 'vary']) {
        if (head?.headers.get(name) !== response.headers.get(name)) {
          faults.push(`HEAD ${sent.path} has another ${name} than GET`)
        }
      }
    }
  }
  return faults
}

const at = (...addresses: string[]): Sent[] => addresses.map((address) => ({ path: address }))
const signedIn = (...addresses: string[]): Sent[] => addresses.map((address) => ({ path: address, headers: { cookie } }))

test.each<{ what: string; status?: number; asks: () => Sent[] }>([
  {
    what: 'public pages',
    asks: () =>
      at(
        '/',
        '/marketplace?search=midwife',
        MATERIAL,
        `/course-details/${seedId('courses', 'research-methods-from-topic-to-chapter-three')}`,
        '/topics-directory',
        '/blog/sample-size-taro-yamane-formula-worked-example',
        '/faq',
        '/auth/confirm',
      ),
  },
  { what: 'pages of an account, a hydrated one too', asks: () => signedIn('/dashboard', '/upload-materials') },
  { what: 'data of a page, as a browser asks for it by itself', asks: () => signedIn('/upload-materials.data') },
  { what: 'every file of the build', asks: () => at(...assets) },
  { what: 'pictures', asks: () => at(share, PICTURE) },
  {
    what: 'JSON, text and XML',
    asks: () =>
      at('/topics-directory/all.json', '/healthz', '/robots.txt', '/sitemap.xml', '/sitemap/materials-1.xml', '/dev/mail'),
  },
  {
    what: 'what is not there',
    status: 404,
    asks: () =>
      at(
        '/no/such/page',
        '/assets/none.js',
        '/material-preview/none',
        '/storage/v1/object/public/product-files/none.png',
        '/share/none.png',
        '/uploads/receive',
      ),
  },
  { what: 'redirects', status: 303, asks: () => at('/dashboard', '/admin') },
  { what: 'what the browser has already', status: 304, asks: () => [{ path: share, headers: { 'if-none-match': tag } }] },
  { what: 'an address that is too long', status: 414, asks: () => at(`/?${'x'.repeat(10_000)}`) },
])('$what declares its true length for GET and HEAD', async ({ status = 200, asks }) => {
  expect(await faultsIn(status, asks())).toEqual([])
})

test('a part of a file declares its true length', async () => {
  const [{ responses } = { responses: [] }] = await inEveryEncoding([
    { path: assets.find((each) => each.endsWith('.css')) ?? '', headers: { range: 'bytes=0-999' } },
  ])
  expect(responses).toHaveLength(3)
  for (const { status, headers, body } of responses) {
    expect([status, body.byteLength, headers.get('content-length')]).toEqual([206, 1000, '1000'])
    expect(headers.get('content-range')).toMatch(/^bytes 0-999\/\d+$/)
  }
})

test.each<[number, Sent]>([
  [400, { path: '/auth', headers: { ...form, 'content-type': 'text/plain' }, body: 'a=b' }],
  [400, { path: '/auth/forgot-password', headers: form, body: 'email=none' }],
  [303, { path: '/auth/sign-out', headers: form, body: '' }],
  [403, { path: '/auth', headers: { ...form, origin: 'https://evil.example' }, body: 'a=b' }],
  [404, { path: '/no/such/page', headers: form, body: 'a=b' }],
  [405, { path: '/blog', headers: form, body: 'a=b' }],
  [413, { path: '/auth', headers: form, body: `password=${'x'.repeat(200_000)}` }],
])('a form answered with %i declares its true length', async (status, sent) => {
  const [{ responses } = { responses: [] }] = await inEveryEncoding([{ ...sent, method: 'POST' }])
  expect(responses.map((response) => response.status)).toEqual([status, status, status])
  expect(new Set(responses.map((response) => plain(response).byteLength)).size).toBe(1)
})
