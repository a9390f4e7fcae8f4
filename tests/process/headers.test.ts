import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/processes.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { DEMO_PASSWORD, shared, STUDENT } from './sites.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const assets = fs.readdirSync(path.join(root, 'build/client/assets'))
const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const anAsset = (ending: string) => `/assets/${assets.find((name) => name.endsWith(ending)) ?? 'none'}`

type Case = { what: string; address: string; status: number; method?: string; headers?: Record<string, string>; body?: string }

test.each<Case>([
  { what: 'a page', address: '/', status: 200 },
  { what: 'a found material', address: '/material-preview/medication-adherence-hypertension-enugu', status: 200 },
  { what: 'the head of a page', address: '/marketplace', method: 'HEAD', status: 200 },
  { what: 'a redirect', address: '/dashboard', status: 303 },
  { what: 'a missing page', address: '/no/such/page', status: 404 },
  { what: 'a missing asset', address: '/assets/none.js', status: 404 },
  { what: 'a script', address: anAsset('.js'), status: 200 },
  { what: 'a stylesheet', address: anAsset('.css'), status: 200 },
  { what: 'the health of the process', address: '/healthz', status: 200 },
  { what: 'the list of mails', address: '/dev/mail', status: 200 },
  { what: 'a public file that is missing', address: '/storage/v1/object/public/product-files/none.png', status: 404 },
  { what: 'a method that a page does not know', address: '/', method: 'PUT', headers: form, body: 'a=b', status: 405 },
  { what: 'a form that is none', address: '/auth', headers: { 'content-type': 'text/plain' }, body: 'a=b', status: 400 },
  {
    what: 'a form from another site',
    address: '/auth',
    headers: { ...form, origin: 'https://evil.example' },
    body: 'a=b',
    status: 403,
  },
  {
    what: 'a form that a browser calls cross-site without saying from where',
    address: '/auth/sign-out',
    headers: { ...form, 'sec-fetch-site': 'cross-site' },
    body: 'a=b',
    status: 403,
  },
  {
    what: 'a form from a page without an origin',
    address: '/auth',
    headers: { ...form, origin: 'null' },
    body: 'a=b',
    status: 403,
  },
  { what: 'an oversized form', address: '/auth', headers: form, body: 'x'.repeat(200_000), status: 413 },
  { what: 'an overlong address', address: `/?${'x'.repeat(10_000)}`, status: 414 },
  { what: 'overlong headers', address: `/?${'x'.repeat(100_000)}`, status: 431 },
  { what: 'an invalid host', address: '/', headers: { host: 'a b' }, status: 400 },
])('$what ($status) has the security headers', async ({ address, status, method, headers, body }) => {
  const response = await ask(shared.url + address, { method, headers, body })
  expect(response.status).toBe(status)
  expectSecurityHeaders(response)
  expect(response.headers['cache-control']).toMatch(/no-store|no-cache|immutable|max-age=0, s-maxage=60/)
})

const SAME_FOR_ALL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

test.each([
  ['/', SAME_FOR_ALL],
  ['/marketplace', SAME_FOR_ALL],
  ['/topics-directory', SAME_FOR_ALL],
  ['/search?q=malaria', SAME_FOR_ALL],
  ['/suggestions?q=mala', 'public, max-age=300'],
  ['/marketplace/count?price=0', 'public, max-age=300'],
  ['/no/such/page', 'private, no-cache'],
  ['/dashboard', 'private, no-cache'],
  ['/auth', 'private, no-cache'],
  ['/auth/confirm?type=recovery&token_hash=0123456789abcdef', 'private, no-store'],
  ['/auth/confirm.data?type=recovery&token_hash=0123456789abcdef', 'private, no-store'],
  ['/auth/confirm?type=signup&token_hash=', 'private, no-store'],
])('a guest gets %s with Cache-Control %s', async (address, stored) => {
  for (const method of ['GET', 'HEAD']) {
    expect((await ask(shared.url + address, { method })).headers['cache-control'], method).toBe(stored)
  }
})

test("a guest's input and an error are not cached", async () => {
  const values = await send(`${shared.url}/auth/forgot-password`, { email: 'none' })
  expect([values.status, values.headers['cache-control']]).toEqual([400, 'private, no-store'])
  expect((await ask(`${shared.url}/?${'x'.repeat(10_000)}`)).headers['cache-control']).toBe('no-store')
  expect((await ask(`${shared.url}/?${'x'.repeat(100_000)}`)).headers['cache-control']).toBe('no-store')
})

// Whatever a method means elsewhere, here it runs no action and no loader.
test.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH', 'QUERY', 'LOCK'])(
  '%s gets 405 with the allowed methods',
  async (method) => {
    for (const [address, allowed] of [
      ['/', 'GET, HEAD'],
      ['/blog', 'GET, HEAD'],
      ['/robots.txt', 'GET, HEAD'],
      ['/topics-directory/all.json', 'GET, HEAD'],
      [MATERIAL, 'GET, HEAD, POST'],
      ['/auth', 'GET, HEAD, POST'],
      ['/dashboard', 'GET, HEAD, POST'],
      ['/dashboard.data', 'GET, HEAD, POST'],
      ['/healthz', 'GET, HEAD'],
      ['/dev/mail', 'GET, HEAD'],
      [anAsset('.js'), 'GET, HEAD'],
      ['/storage/v1/object/public/product-files/none.png', 'GET, HEAD'],
      ['/uploads/receive', 'POST'],
    ] as const) {
      const response = await ask(shared.url + address, { method })
      expect([response.status, response.headers.allow], address).toEqual([405, allowed])
      expectSecurityHeaders(response)
    }
  },
)

test("a form sent to a page without an action gets 405 with the page's methods", async () => {
  for (const address of ['/', '/blog', '/robots.txt']) {
    const response = await send(shared.url + address, { a: 'b' })
    expect([response.status, response.headers.allow], address).toEqual([405, 'GET, HEAD'])
  }
})

test('a page allows its own inline script and styles by hash, and a hydrated page its scripts by a nonce', async () => {
  const page = await ask(`${shared.url}/faq`)
  expect(String(page.headers['content-security-policy'])).toMatch(
    /script-src 'sha256-[^']+' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/,
  )

  const { cookies } = await send(`${shared.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  const nonces = new Set<string>()
  for (let visit = 0; visit < 2; visit += 1) {
    const upload = await ask(`${shared.url}/upload-materials`, { headers: { cookie: cookieHeader(cookies) } })
    expect(upload.status).toBe(200)
    expectSecurityHeaders(upload)
    expect(upload.headers['cache-control']).toBe('private, no-store')
    const nonce = String(upload.headers['content-security-policy']).match(/script-src[^;]* 'nonce-([^']+)'/)?.[1] ?? ''
    expect(nonce.length).toBeGreaterThanOrEqual(22)
    expect(upload.text).toContain(`nonce="${nonce}"`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('assets are immutable and compressed, and internal files of the build are not served', async () => {
  const script = await ask(shared.url + anAsset('.js'), { headers: { 'accept-encoding': 'br' } })
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-encoding']).toBe('br')
  expect(script.headers['content-type']).toMatch(/^text\/javascript/)
  expect(fs.existsSync(path.join(root, 'build/client/.vite'))).toBe(true)
  for (const address of [
    '/.vite/manifest.json',
    '/build/client/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/assets/..%5c.vite%5cmanifest.json',
    '/assets/../../server/index.js',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/package.json',
    '/.env',
    '/.data/backend-keys.json',
  ]) {
    const response = await ask(shared.url + address)
    expect(response.status, address).toBe(404)
    expect(response.headers['content-type'], address).toMatch(address.endsWith('.js') ? /^text\/plain/ : /^text\/html/)
  }
})

test('a malformed HTTP request gets 400 with the same headers', async () => {
  const { default: net } = await import('node:net')
  const response = await new Promise<string>((resolve, reject) => {
    let text = ''
    net
      .connect(shared.port, '127.0.0.1')
      .on('data', (chunk) => {
        text += chunk.toString()
      })
      .on('end', () => resolve(text))
      .on('error', reject)
      .write('HELLO LAMPLIGHT\r\n\r\n')
  })
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  const headers = Object.fromEntries([...response.matchAll(/^([\w-]+): (.*)\r$/gm)].map(([, name = '', value]) => [name, value]))
  expectSecurityHeaders({ headers })
})
