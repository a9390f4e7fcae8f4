// The page cache of a running site: same bytes as rendered pages, invalidated with their data, never personal.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { DEMO_PASSWORD, onSharedBackend, ADMIN, type Site, startSite, STUDENT } from './sites.ts'

const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const PAGES = ['/', '/marketplace', MATERIAL, '/topics-directory', '/courses', '/blog', '/faq', '/terms']

let site: Site
beforeAll(async () => {
  site = await startSite(onSharedBackend)
})

const signedIn = async (email: string) =>
  cookieHeader((await send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })).cookies)
const visit = (path: string, headers: Record<string, string> = {}) =>
  ask(site.url + path, { headers: { 'accept-encoding': 'br', ...headers } })
const isCached = ({ headers }: TestResponse) => headers['cache-status'] === 'lamplight; hit'
const cached = async (path: string, headers: Record<string, string> = {}) => {
  await visit(path, headers)
  const response = await visit(path, headers)
  expect(isCached(response), path).toBe(true)
  return response
}
const getText = ({ body }: TestResponse) => brotliDecompressSync(body).toString()

test.each(PAGES)('sends the same page for %s as before it was cached, in each encoding', async (path) => {
  const rendered = await visit(`${path}?utm_source=a-campaign`, { 'accept-encoding': 'identity' })
  expect(rendered.text).not.toContain('a-campaign')
  const response = await cached(path)
  expect(getText(response)).toBe(rendered.text)
  expect(gunzipSync((await cached(path, { 'accept-encoding': 'gzip' })).body).toString()).toBe(rendered.text)
  expect((await cached(path, { 'accept-encoding': 'identity' })).text).toBe(rendered.text)
  expectSecurityHeaders(response)
  const { 'content-length': length, 'content-encoding': encoding, date: _date, etag, ...headers } = response.headers
  expect([encoding, Number(length)]).toEqual(['br', response.body.length])
  expect(headers).toMatchObject({ vary: 'cookie, accept-encoding', 'cache-control': expect.stringMatching(/^public/) })
  const head = await ask(site.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect([head.status, head.body.length, head.headers['content-length'], head.headers.etag]).toEqual([200, 0, length, etag])
})

test('responds with 304 and the headers of the page to a browser that has it', async () => {
  for (const encoding of ['br', 'identity']) {
    const { headers } = await cached('/faq', { 'accept-encoding': encoding })
    const again = await visit('/faq', { 'if-none-match': String(headers.etag), 'accept-encoding': encoding })
    expect([again.status, again.body.length]).toEqual([304, 0])
    for (const name of ['content-security-policy', 'cache-control', 'etag', 'vary']) {
      expect(again.headers[name], name).toBe(headers[name])
    }
    expect((await visit('/faq', { 'if-none-match': '"another"', 'accept-encoding': encoding })).status).toBe(200)
  }
})

test('caches each theme and sidebar on its own', async () => {
  const dark = getText(await cached('/faq', { cookie: 'theme=dark; sidebar=collapsed' }))
  expect(dark).toContain('<html lang="en-NG" class="slim" data-theme="dark"')
  expect(getText(await cached('/faq', { cookie: 'someone=else' }))).toContain('<html lang="en-NG" data-theme="auto"')
})

test('does not cache responses to requests with a session, toast or draft cookie', async () => {
  const cookies = [
    await signedIn(STUDENT),
    await signedIn(ADMIN),
    `toast=${encodeURIComponent('{"title":"A word for one person","kind":"good"}')}`,
    'session=no%20session',
    'typed=nothing',
  ]
  for (const path of PAGES) {
    const before = getText(await cached(path))
    for (const cookie of cookies) {
      const own = await visit(path, { cookie })
      expect([own.status, isCached(own)], cookie.slice(0, 8)).toEqual([200, false])
      if (!cookie.startsWith('typed')) {
        expect(own.headers['cache-control'], cookie.slice(0, 8)).toBe('private, no-store')
        expect(own.headers.etag).toBeUndefined()
      }
      if (/^(__Host-)?session=ey/.test(cookie)) {
        expect(getText(own)).toContain('href="/dashboard"')
      }
      expect(getText(await visit(path)), `${path} after ${cookie.slice(0, 8)}`).toBe(before)
    }
    expect(before).not.toContain('A word for one person')
  }
})

test('invalidates cached pages when an admin edits a text', async () => {
  const address = `${site.url}/admin/texts/hero`
  const headers = { cookie: await signedIn(ADMIN) }
  // Restore the text, because other tests use this backend too.
  for (const [from, to] of [
    ['10,000+', '12,345+'],
    ['12,345+', '10,000+'],
  ] as const) {
    expect(getText(await cached('/')).includes(`<dd>${from}</dd>`)).toBe(true)
    const form = await ask(address, { headers })
    const fields = [...form.text.matchAll(/<(?:input|textarea)\b[^>]*>(?:([^<]*)<\/textarea>)?/g)].map(([tag, inside]) => [
      /\bname="([^"]+)"/.exec(tag)?.[1] ?? '',
      inside ?? /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '',
    ])
    const changed = fields.map(([name, value]) => [name, value === from ? to : value])
    const saved = await send(address, Object.fromEntries(changed), { headers })
    expect(saved.status).toBe(303)
    expect(getText(await visit('/')).includes(`<dd>${to}</dd>`)).toBe(true)
    expect(getText(await cached('/')).includes(`<dd>${to}</dd>`)).toBe(true)
  }
})

test('counts every search for the limits', async () => {
  const search = '/courses?search=labour'
  expect((await visit(search)).status).toBe(200)
  const statuses = new Set<number>()
  // An address may search 1200 times a minute. Related topics count as well and are the quickest to request.
  for (let round = 0; round < 60 && !statuses.has(429); round += 1) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => visit('/related-topics?search=labour')))
    responses.forEach(({ status }) => statuses.add(status))
  }
  expect(statuses).toEqual(new Set([200, 429]))
  expect((await visit(search)).status).toBe(429)
  expect((await visit('/courses')).status).toBe(200)
})

test('does not cache missing pages, form responses and account pages', async () => {
  for (const path of ['/none', '/material-preview/none', '/auth', '/dashboard']) {
    for (const visited of [await visit(path), await visit(path)]) {
      expect(visited.headers['cache-control'], path).toMatch(/^private/)
      expect(visited.headers.etag, path).toBeUndefined()
    }
  }
  const response = await send(`${site.url}/support`, { name: 'Ada' })
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store'])
})
