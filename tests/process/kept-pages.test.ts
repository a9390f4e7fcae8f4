// Pages that are kept whole: the same bytes as rendered ones, forgotten with their data, and never a person's own.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { type Answer, ask, cookieHeader, send } from '../support/ask.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { DEMO_PASSWORD, onSharedBackend, OPERATOR, type Site, startSite, STUDENT } from './sites.ts'

const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const PAGES = [
  '/',
  '/marketplace',
  '/marketplace?search=malaria',
  MATERIAL,
  '/topics-directory',
  '/courses',
  '/blog',
  '/faq',
  '/terms',
]

let site: Site
beforeAll(async () => {
  site = await startSite(onSharedBackend)
})

const signedIn = async (email: string) =>
  cookieHeader((await send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })).cookies)
const visit = (path: string, headers: Record<string, string> = {}) =>
  ask(site.url + path, { headers: { 'accept-encoding': 'br', ...headers } })
/** Only an answer that is made anew is sent in chunks. */
const isKept = ({ headers }: Answer) => headers['content-length'] !== undefined
const kept = async (path: string, headers: Record<string, string> = {}) => {
  await expect.poll(async () => isKept(await visit(path, headers))).toBe(true)
  return visit(path, headers)
}
const textOf = ({ body }: Answer) => brotliDecompressSync(body).toString()

test.each(PAGES)('%s is the same kept as rendered anew, in each encoding and for HEAD', async (path) => {
  const rendered = await visit(path, { 'accept-encoding': 'identity' })
  const answer = await kept(path)
  expect(textOf(answer)).toBe(rendered.text)
  expect(gunzipSync((await visit(path, { 'accept-encoding': 'gzip' })).body).toString()).toBe(rendered.text)
  expectSecurityHeaders(answer)
  const { 'content-length': length, 'content-encoding': encoding, date: _date, ...headers } = answer.headers
  const { 'content-length': plainLength, date: _then, ...before } = rendered.headers
  expect(headers).toEqual(before)
  expect(Number(plainLength)).toBe(rendered.body.length)
  expect([encoding, Number(length)]).toEqual(['br', answer.body.length])
  const head = await ask(site.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect([head.status, head.body.length, head.headers['content-length'], head.headers.etag]).toEqual([
    200,
    0,
    length,
    answer.headers.etag,
  ])
})

test('HEAD makes no page that GET is answered with', async () => {
  for (const encoding of ['identity', 'br']) {
    await ask(`${site.url}/privacy`, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
  }
  expect(textOf(await kept('/privacy'))).toContain('</html>')
})

test('a browser that has a page is told so, with the headers that the page had', async () => {
  const { headers } = await kept('/faq')
  for (const encoding of ['br', 'identity']) {
    const again = await visit('/faq', { 'if-none-match': String(headers.etag), 'accept-encoding': encoding })
    expect([again.status, again.body.length]).toEqual([304, 0])
    for (const name of ['content-security-policy', 'cache-control', 'etag', 'vary']) {
      expect(again.headers[name], name).toBe(headers[name])
    }
    expect((await visit('/faq', { 'if-none-match': '"another"', 'accept-encoding': encoding })).status).toBe(200)
  }
})

test('each look has a page of its own', async () => {
  const dark = textOf(await kept('/faq', { cookie: 'theme=dark; sidebar=collapsed' }))
  expect(dark).toContain('<html lang="en-NG" class="slim" data-theme="dark"')
  expect(textOf(await kept('/faq', { cookie: 'someone=else' }))).toContain('<html lang="en-NG" data-theme="auto"')
})

test('whoever has a session, a toast or a typed text is answered alone, and nothing of theirs is kept', async () => {
  const cookies = [
    await signedIn(STUDENT),
    await signedIn(OPERATOR),
    `toast=${encodeURIComponent('{"title":"A word for one person","kind":"good"}')}`,
    'session=no%20session',
    'typed=nothing',
  ]
  for (const path of PAGES) {
    const before = textOf(await kept(path))
    for (const cookie of cookies) {
      const own = await visit(path, { cookie })
      expect([own.status, isKept(own)], cookie.slice(0, 8)).toEqual([200, false])
      if (!cookie.startsWith('typed')) {
        expect(own.headers['cache-control'], cookie.slice(0, 8)).toBe('private, no-store')
        expect(own.headers.etag).toBeUndefined()
      }
      if (/^(__Host-)?session=ey/.test(cookie)) {
        expect(textOf(own)).toContain('href="/dashboard"')
      }
      expect(textOf(await visit(path)), `${path} after ${cookie.slice(0, 8)}`).toBe(before)
    }
    expect(before).not.toContain('A word for one person')
  }
})

test('what an operator changes is on the page at once', async () => {
  const address = `${site.url}/admin/texts/hero`
  const headers = { cookie: await signedIn(OPERATOR) }
  // And back again, because others look at this backend too.
  for (const [from, to] of [
    ['10,000+', '12,345+'],
    ['12,345+', '10,000+'],
  ] as const) {
    expect(textOf(await kept('/')).includes(`<dd>${from}</dd>`)).toBe(true)
    const form = await ask(address, { headers })
    const fields = [...form.text.matchAll(/<(?:input|textarea)\b[^>]*>(?:([^<]*)<\/textarea>)?/g)].map(([tag, inside]) => [
      /\bname="([^"]+)"/.exec(tag)?.[1] ?? '',
      inside ?? /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '',
    ])
    const changed = fields.map(([name, value]) => [name, value === from ? to : value])
    const saved = await send(address, Object.fromEntries(changed), { headers })
    expect(saved.status).toBe(303)
    expect(textOf(await visit('/')).includes(`<dd>${to}</dd>`)).toBe(true)
    expect(textOf(await kept('/')).includes(`<dd>${to}</dd>`)).toBe(true)
  }
})

test('a search counts for the limits, kept or not', async () => {
  const search = '/courses?search=labour'
  await kept(search)
  const statuses = new Set<number>()
  // Twelve hundred a minute are allowed from one address.
  for (let round = 0; round < 25; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => visit(search)))
    answers.forEach(({ status }) => statuses.add(status))
  }
  expect(statuses).toEqual(new Set([200, 429]))
  expect((await visit('/courses')).status).toBe(200)
})

test('a page that is not there, a form’s answer and a page of an account are not kept', async () => {
  for (const path of ['/none', '/material-preview/none', '/auth', '/dashboard']) {
    for (const visited of [await visit(path), await visit(path)]) {
      expect(visited.headers['cache-control'], path).toMatch(/^private/)
      expect(visited.headers.etag, path).toBeUndefined()
    }
  }
  const answer = await send(`${site.url}/support`, { name: 'Ada' })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
})
