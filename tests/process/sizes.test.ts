import net from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { DEMO_PASSWORD, onSharedBackend, ADMIN, shared, startSite, STUDENT } from './sites.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded', origin: shared.url }

/** Yields a form that is larger than any real one, in chunks without a declared length. */
async function* endless(bytes: number, beginning = 'intent=login&email=ada%40example.ng&password=') {
  yield beginning
  for (let sent = 0; sent < bytes; sent += 16_384) {
    yield 'x'.repeat(16_384)
  }
}

test('a password of a megabyte is rejected at once by its declared length', async () => {
  const response = await ask(`${shared.url}/auth`, {
    headers: form,
    body: `intent=login&email=ada%40example.ng&password=${'x'.repeat(1_000_000)}`,
  })
  expect(response.status).toBe(413)
  expect(response.text).toContain('This form is too large')
})

test.each(['/auth', '/auth?tab=sign-up', '/auth/confirm'])(
  'a form to %s without a declared length is rejected when it grows too large, in every encoding',
  async (address) => {
    for (const encoding of ['identity', 'br']) {
      const response = await ask(shared.url + address, {
        headers: { ...form, 'accept-encoding': encoding },
        body: endless(2_000_000),
      })
      expect(response.status).toBe(413)
      const text = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(response.body).toString() : response.text
      expect(text).toContain('This form is too large')
    }
  },
)

test('logs no failure when a visitor disconnects while sending a form', async () => {
  const site = await startSite(onSharedBackend)
  const head = [
    'POST /support HTTP/1.1',
    `host: localhost:${site.port}`,
    `origin: ${site.url}`,
    `content-type: ${form['content-type']}`,
  ]
  const socket = net.connect(site.port, '127.0.0.1', () => {
    socket.write([...head, 'transfer-encoding: chunked', '', '5', 'name=', ''].join('\r\n'))
    setTimeout(() => socket.destroy(), 100)
  })
  await new Promise((resolve) => socket.once('close', resolve))
  expect((await ask(`${site.url}/faq`)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(site.running.output()).not.toContain('failed')
})

test('a form with files is only read in full by pages that accept a file', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', origin: shared.url }
  const beginning = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n'
  for (const address of ['/auth', '/auth/confirm']) {
    expect((await ask(shared.url + address, { headers, body: endless(2_000_000, beginning) })).status, address).toBe(413)
    const stated = `${beginning}${'x'.repeat(1_000_000)}\r\n--b--\r\n`
    expect((await ask(shared.url + address, { headers, body: stated })).status, address).toBe(413)
  }
  // A guest's upload is rejected before it is read.
  expect((await ask(`${shared.url}/upload-materials`, { headers, body: endless(1_000_000, beginning) })).status).toBe(303)
})

test.each<{ what: string; headers: Record<string, string>; body: string }>([
  { what: 'text', headers: { 'content-type': 'text/plain' }, body: 'hello' },
  { what: 'JSON', headers: { 'content-type': 'application/json' }, body: '{"email":"a@b.ng"}' },
  { what: 'a broken multipart form', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: 'hello' },
  { what: 'a multipart form without its boundary', headers: { 'content-type': 'multipart/form-data' }, body: 'hello' },
  { what: 'nothing', headers: {}, body: '' },
  { what: 'bad escapes', headers: form, body: 'intent=login&email=%E0%A4%A&password=%zz' },
  { what: 'a field ten thousand times', headers: form, body: 'email=a&'.repeat(10_000) },
])('a body of $what is a client error (400)', async ({ headers, body }) => {
  for (const address of ['/auth', '/auth/confirm']) {
    const response = await ask(shared.url + address, { method: 'POST', headers: { origin: shared.url, ...headers }, body })
    expect(response.status, address).toBe(400)
  }
})

test('ten thousand parameters and an address of a megabyte are rejected before parsing', async () => {
  const parameters = Array.from({ length: 10_000 }, (_, number) => `p${number}=1`).join('&')
  const few = Array.from({ length: 10_000 }, () => 'a').join('&')
  for (const [query, status] of [
    [parameters, 431],
    [few, 431],
    ['a&'.repeat(6000), 414],
    [`search=${'a'.repeat(1_000_000)}`, 431],
    [`search=${'%E2%82%A6'.repeat(1000)}`, 414],
  ] as const) {
    expect((await ask(`${shared.url}/marketplace?${query}`)).status, query.slice(0, 20)).toBe(status)
  }
  expect((await ask(`${shared.url}/${'x/'.repeat(5000)}`)).status).toBe(414)
  expect((await ask(`${shared.url}/marketplace?${'a=1&'.repeat(1000)}search=ethics`)).status).toBe(200)
})

test('invalid escapes and odd characters in an address never cause a 500', async () => {
  const odd = [
    '%',
    '%%',
    '%zz',
    '%E0%A4%A',
    '%ff',
    '%00',
    '%0d%0aset-cookie:%20a=b',
    '%2e%2e%2f',
    '%5c',
    "'),or=(",
    '%F0%9F%AA%94',
    '*',
    '~',
  ]
  for (const characters of odd) {
    for (const address of [
      `/${characters}`,
      `/assets/${characters}`,
      `/material-preview/${characters}`,
      `/storage/v1/object/public/${characters}`,
    ]) {
      const response = await ask(shared.url + address)
      if (characters === '*') {
        // repairLinks removes this mark at the end of a path, and below /auth/ at the end of the parameters.
        expect([response.status, response.headers.location], address).toEqual([301, address.slice(0, -1)])
      } else {
        expect([200, 400, 404], `${address} ${response.status}`).toContain(response.status)
      }
      expect(response.headers['set-cookie'], address).toBeUndefined()
    }
    for (const address of [
      `/marketplace?search=${characters}`,
      `/marketplace?category=${characters}`,
      `/marketplace?page=${characters}`,
      `/auth?next=${characters}`,
      `/auth?tab=${characters}`,
      `/auth/confirm?type=signup&token_hash=${characters}`,
    ]) {
      const repaired = characters === '*' && address.startsWith('/auth/')
      expect((await ask(shared.url + address)).status, address).toBe(repaired ? 301 : 200)
    }
  }
})

describe('names of object properties in requests', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
  const somebody = 'a3bb189e-8bf9-4c7e-9b1f-0a1b2c3d4e5f'
  const material = '/material-preview/medication-adherence-hypertension-enugu'

  async function signedIn(email: string): Promise<Record<string, string>> {
    const { cookies } = await send(`${shared.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })
    return { cookie: cookieHeader(cookies) }
  }

  test.each(names)("%s is rejected as the type of a guest's request", async (name) => {
    const values = { email: 'ada@example.ng', password: '' }
    const nothing = await send(`${shared.url}/auth`, { ...values, intent: '' })
    const response = await send(`${shared.url}/auth`, { ...values, intent: name })
    expect([response.status, response.text.replace(`value="${name}"`, 'value=""')]).toEqual([400, nothing.text])
  })

  test.each<{ who: string; email: string | null; forms: string[]; pages: string[] }>([
    {
      who: 'a guest',
      email: null,
      forms: ['/auth', '/auth?tab=sign-up', '/auth/forgot-password', '/auth/confirm', material, '/report', '/contact'],
      pages: [
        '/auth?tab=',
        '/marketplace?category=',
        '/courses?category=',
        '/topics-directory?area=',
        '/share/',
        '/auth/confirm?type=',
      ],
    },
    {
      who: 'a student',
      email: STUDENT,
      forms: ['/dashboard', '/dashboard/security', '/dashboard/my-data', '/request-a-topic', material],
      pages: ['/dashboard?bank=', '/request-a-topic?topic='],
    },
    {
      who: 'an admin',
      email: ADMIN,
      forms: [
        '/admin',
        `/admin/reviews/${somebody}/tick`,
        `/admin/reviews/${somebody}/approve`,
        '/admin/people/reports',
        '/admin/people/comments',
        `/admin/people/requests/${somebody}`,
        `/admin/people/messages/${somebody}/reply`,
        '/admin/people/messages/saved-replies/new',
        `/admin/people/requests/answer?selection=rows&id=${somebody}`,
        `/admin/people/messages/reply?selection=rows&id=${somebody}`,
        `/admin/people/accounts/${somebody}`,
        `/admin/people/${somebody}`,
        '/admin/mails',
        '/admin/catalogue/services/new',
        '/admin/catalogue/topics/import',
        '/admin/texts/hero',
        '/admin/settings/contact',
        '/admin/preview',
      ],
      pages: [
        '/admin/log?show=',
        '/admin/mails?show=',
        '/admin/reviews?show=',
        '/admin/people/reports?show=',
        '/admin/catalogue/materials?category=',
        '/admin/texts/',
        '/admin/settings/',
      ],
    },
  ])('cause no failure in $who', async ({ email, forms, pages }) => {
    const headers = email ? await signedIn(email) : {}
    for (const name of ['constructor', '__proto__']) {
      for (const address of forms) {
        const values = { intent: name, check: name, id: somebody, of: name, [name]: name }
        const response = await send(shared.url + address, values, { headers })
        expect(response.status, `${name} to ${address}`).toBeLessThan(500)
      }
      for (const address of pages) {
        expect((await ask(shared.url + address + name, { headers })).status, address + name).toBeLessThan(500)
      }
    }
  })

  test('preserve the profile in a form without its fields', async () => {
    const headers = await signedIn(STUDENT)
    expect((await send(`${shared.url}/dashboard`, { toString: 'typed' }, { headers })).status).toBe(400)
    expect((await ask(`${shared.url}/dashboard`, { headers })).text).toContain('Adaeze')
  })
})
