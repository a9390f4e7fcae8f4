/* Floods of everything but sign-ins, over the wire. */
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { mailFiles, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { at, expectRejected, signIn, somewhere, getStatuses, times } from './floods.ts'
import { DEMO_PASSWORD, type Site, startSite, STUDENT, whenOver } from './sites.ts'

let site: Site
beforeAll(async () => {
  // Its backend is in its own process: a flood against a remote one would meet time limits on a slow machine.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1 ::1' })
})

describe('emails', () => {
  test('sign-ups are limited by email and by address, and preserve the input', async () => {
    const email = newAddress('again')
    const place = somewhere()
    const responses: TestResponse[] = []
    for (let nth = 0; nth < 7; nth += 1) {
      responses.push(await signUp(site.url, signUpFields(email), at(place)))
    }
    expect(getStatuses(responses)).toEqual({ 303: 5, 429: 2 })
    const last = responses[6] as TestResponse
    expectRejected(last, 'Many accounts were created from here in a short time. Wait ', 60 * 60)
    for (const [name, value] of Object.entries(signUpFields(email))) {
      if (name !== 'intent' && name !== 'password' && name !== 'gender' && name !== 'current_year_of_study') {
        expect(last.text, name).toContain(`value="${value}"`)
      }
    }
    expect(last.text).toContain('<option value="year-3" selected="">')
    expect(last.text).not.toContain(signUpFields(email).password)

    const crowd = somewhere()
    const many = await times(32, (nth) =>
      signUp(site.url, { ...signUpFields(newAddress(`hall${nth}`)), password: 'short' }, at(crowd)),
    )
    expect(getStatuses(many)).toEqual({ 400: 30, 429: 2 })
  })

  test.each<{ what: string; path: string; fields: Record<string, string> }>([
    { what: 'a new password', path: '/auth/forgot-password', fields: {} },
    { what: 'the confirmation again', path: '/auth', fields: { intent: 'resend' } },
  ])(
    'requests for $what are limited to five an hour per email and address, and still work elsewhere',
    async ({ path, fields }) => {
      const email = newAddress('impatient')
      const place = somewhere()
      const responses = await times(7, () => send(site.url + path, { ...fields, email }, at(place)))
      expect(getStatuses(responses)).toEqual({ 303: 5, 429: 2 })
      const rejected = responses.find(({ status }) => status === 429) as TestResponse
      expectRejected(rejected, 'Many emails were requested from here. Look in your spam folder, or wait ', 60 * 60)
      expect(rejected.text).toContain(`value="${email}"`)
      expect((await send(site.url + path, { ...fields, email }, at(somewhere()))).status).toBe(303)
    },
  )

  test('to one inbox stop after ten requests from many addresses, with the same response', async () => {
    const email = newAddress('victim')
    expect((await signUp(site.url, signUpFields(email), at(somewhere()))).status).toBe(303)
    await mailTo(site.dataDirectory, email)
    const before = mailFiles(site.dataDirectory).length
    const responses = await times(15, () => send(`${site.url}/auth/forgot-password`, { email }, at(somewhere())))
    expect(
      new Set(responses.map(({ status, headers, cookies }) => JSON.stringify([status, headers.location, cookies]))).size,
    ).toBe(1)
    expect(responses[0]?.status).toBe(303)
    await mailTo(site.dataDirectory, email, 'Choose a new Lamplight password')
    const mailed = mailFiles(site.dataDirectory).length - before
    expect(mailed).toBeGreaterThan(0)
    expect(mailed).toBeLessThanOrEqual(10)
  })
})

test('a search above the limit shows a page with the query, and pages without a search still work', async () => {
  const { cookies } = await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))
  const user = { headers: { cookie: cookieHeader(cookies), 'x-forwarded-for': somewhere(), accept: 'text/html' } }
  // Each search counts, whatever its page; the suggestions respond the fastest.
  expect(getStatuses(await times(230, () => ask(`${site.url}/suggestions?q=mala`, user)))).toEqual({ 200: 230 })
  const responses = await times(15, () => ask(`${site.url}/marketplace?search=ethics`, user))
  expect(getStatuses(responses)).toEqual({ 200: 10, 429: 5 })
  const rejected = responses.find(({ status }) => status === 429) as TestResponse
  expectRejected(rejected, 'Many searches came from your connection in a short time. Wait ', 60)
  expect(rejected.text).toContain('<h1>Too many requests</h1>')
  expect(rejected.text).toContain('href="/marketplace?search=ethics"')
  // The user is still signed in.
  expect(rejected.text).toContain('href="/dashboard"')
  for (const path of [
    '/courses?search=labour',
    '/topics-directory?search=malaria',
    '/search?q=malaria',
    '/suggestions?q=mala',
    '/marketplace/count?search=malaria',
  ]) {
    expect((await ask(site.url + path, user)).status, path).toBe(429)
  }
  for (const path of [
    '/marketplace',
    '/marketplace?category=proposal',
    '/courses',
    '/topics-directory',
    '/search',
    '/dashboard',
  ]) {
    expect((await ask(site.url + path, user)).status, path).toBe(200)
  }
  expect((await ask(`${site.url}/marketplace?search=ethics`, at(somewhere()))).status).toBe(200)
})

test('share pictures are limited to 300 a minute per address, with a message beyond that', async () => {
  const place = somewhere()
  const responses: TestResponse[] = []
  for (let round = 0; round < 10; round += 1) {
    responses.push(...(await times(31, () => ask(`${site.url}/share/lamplight.png`, at(place)))))
  }
  expect(getStatuses(responses)).toEqual({ 200: 300, 429: 10 })
  const rejected = responses.find(({ status }) => status === 429) as TestResponse
  expectRejected(rejected, 'Many pictures were requested from your connection in a short time. Wait ', 60)
  expect(rejected.headers['content-type']).toMatch(/^text\/plain/)
  expect((await ask(`${site.url}/share/lamplight.png`, at(somewhere()))).status).toBe(200)
})

describe('a signed-in user', () => {
  const signedIn = async () => cookieHeader((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))).cookies)
  /** Posts from another address each time, because the user is counted. */
  const post = async (path: string, cookie: string, fields: Record<string, string>) =>
    send(site.url + path, fields, { headers: { cookie, 'x-forwarded-for': somewhere() } })

  test('has ten password attempts in 15 minutes for a new password and an account deletion together', async () => {
    const cookie = await signedIn()
    const fields = { intent: 'password', present_password: 'a guess', new_password: 'a long enough secret' }
    const responses: TestResponse[] = []
    for (let nth = 0; nth < 10; nth += 1) {
      responses.push(
        await (nth % 2
          ? post('/dashboard/security', cookie, fields)
          : post('/dashboard/my-data', cookie, { password: 'a guess' })),
      )
    }
    expect(getStatuses(responses)).toEqual({ 400: 10 })
    const sentence = 'There were too many attempts. Wait '
    expectRejected(await post('/dashboard/security', cookie, { ...fields, present_password: DEMO_PASSWORD }), sentence, 15 * 60)
    expectRejected(await post('/dashboard/my-data', cookie, { password: DEMO_PASSWORD }), sentence, 15 * 60)
    expect((await ask(`${site.url}/dashboard`, { headers: { cookie } })).status).toBe(200)
    // Sign-in does not delay the owner for it.
    expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))).status).toBe(303)
  })

  test('can have emails sent to two addresses five times an hour, and the typed email is preserved', async () => {
    const cookie = await signedIn()
    const responses: TestResponse[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      responses.push(
        await post('/dashboard/security', cookie, { intent: 'email', email: 'new@example.ng', email_password: 'a guess' }),
      )
    }
    expect(getStatuses(responses)).toEqual({ 400: 5, 429: 1 })
    expectRejected(responses[5] as TestResponse, 'A new email was requested too often. Wait ', 60 * 60)
    expect(responses[5]?.text).toContain('value="new@example.ng"')
  })

  test('downloads their data at most 20 times an hour', async () => {
    const cookie = await signedIn()
    const responses: TestResponse[] = []
    for (let nth = 0; nth < 21; nth += 1) {
      responses.push(await ask(`${site.url}/dashboard/my-data/archive`, { headers: { cookie, 'x-forwarded-for': somewhere() } }))
    }
    expect(getStatuses(responses)).toEqual({ 200: 20, 429: 1 })
    expectRejected(responses[20] as TestResponse, 'You downloaded your data several times in a short time. Wait ', 60 * 60)
  })
})

test('starts at most a hundred chunked uploads an hour, from any address', async () => {
  const { cookies } = await signIn(site.url, STUDENT, DEMO_PASSWORD, at(somewhere()))
  const begin = () =>
    ask(`${site.url}/uploads/receive`, {
      method: 'POST',
      headers: {
        cookie: cookieHeader(cookies),
        origin: site.url,
        'x-forwarded-for': somewhere(),
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${Buffer.from('virus.exe').toString('base64')}`,
      },
    })
  const responses: TestResponse[] = []
  for (let nth = 0; nth < 103; nth += 1) {
    responses.push(await begin())
  }
  expect(getStatuses(responses)).toEqual({ 415: 100, 429: 3 })
  expectRejected(responses[102] as TestResponse, 'Many uploads were started from here in a short time. Wait ', 60 * 60)
})

test('passwords of 100 kB and 1 MB get a 4xx response, while other visitors are served', async () => {
  const [flood, other] = [somewhere(), somewhere()]
  const huge = times(20, () => signIn(site.url, STUDENT, 'x'.repeat(1_000_000), at(flood)))
  const large = times(20, () => signIn(site.url, STUDENT, 'x'.repeat(100_000), at(flood)))
  const responses = await times(20, () => ask(`${site.url}/healthz`, at(other)))
  expect(getStatuses(responses)).toEqual({ 200: 20 })
  expect((await signIn(site.url, STUDENT, DEMO_PASSWORD, at(other))).status).toBe(303)
  expect(getStatuses(await huge)).toEqual({ 413: 20 })
  // They are rejected before they count as attempts, because they are never hashed.
  expect(getStatuses(await large)).toEqual({ 400: 20 })
  for (const { text } of await large) {
    expect(text).toContain('At most 72 characters, please')
  }
})

test("email links can be tried 300 times an hour per address, and the limit's page leads back to the link", async () => {
  const place = somewhere()
  const link = `/auth/confirm?token_hash=${'a'.repeat(32)}&type=recovery`
  // A password that is too short needs no request to the backend, and data of a page need not be rendered: both count.
  const data = link.replace('confirm', 'confirm.data')
  for (let round = 0; round < 10; round += 1) {
    expect(getStatuses(await times(30, () => send(site.url + data, { password: 'short' }, at(place))))).toEqual({ 400: 30 })
  }
  const responses = await times(5, () => send(site.url + link, {}, at(place)))
  expect(getStatuses(responses)).toEqual({ 429: 5 })
  const [rejected] = responses as [TestResponse]
  expectRejected(rejected, 'This one still works. Wait ', 60 * 60)
  expect(rejected.text).toContain(`href="${link.replace('&', '&amp;')}"`)
})

test('the log reports a flood once, with the address and without an email', async () => {
  const place = somewhere()
  const email = newAddress('logged')
  await times(20, (nth) => signIn(site.url, email, `wrong ${nth}`, at(place)))
  const lines = site.running
    .output()
    .split('\n')
    .filter((line) => line.endsWith(` ${place}`))
  expect(lines).toEqual([`Too many: sign-in by account at address, over 10 in 900 s, from ${place}`])
  expect(site.running.output()).not.toContain(email)
})

describe('a hosted project', () => {
  /** Starts a hosted project with its own counters, which records its requests and rejects every sign-in. */
  async function project() {
    const asked: { path: string; headers: http.IncomingHttpHeaders }[] = []
    const server = http.createServer((request, response) => {
      request.resume()
      asked.push({ path: request.url ?? '', headers: request.headers })
      const auth = request.url?.startsWith('/auth/v1/')
      response.writeHead(auth ? 400 : 200, { 'content-type': 'application/json' })
      response.end(auth ? '{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}' : '[]')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    whenOver(() => {
      server.close()
      server.closeAllConnections()
    })
    return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const publishable = 'sb_publishable_0123456789'

  test("receives each visitor's address, with the secret key and at its auth service only", async () => {
    const { asked, url } = await project()
    const secret = 'sb_secret_0123456789abcdef'
    const hosted = await startSite({
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishable,
      SUPABASE_SECRET_KEY: secret,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    asked.length = 0
    expect((await signIn(hosted.url, STUDENT, 'a password', at('1.1.1.1, 203.0.113.250'))).status).toBe(400)
    const signIns = asked.filter(({ path }) => path.startsWith('/auth/v1/token'))
    expect(signIns).toHaveLength(1)
    expect(signIns[0]?.headers).toMatchObject({ 'sb-forwarded-for': '203.0.113.250', apikey: secret })
    await ask(`${hosted.url}/marketplace?search=ethics`, at('203.0.113.250'))
    const reads = asked.filter(
      ({ path }) => path.startsWith('/rest/v1/') && !path.includes('outbox') && !path.includes('drive_copies'),
    )
    expect(reads.some(({ path }) => path.includes('search_materials'))).toBe(true)
    for (const { path, headers } of reads.filter(({ headers: { apikey } }) => apikey !== secret)) {
      expect(headers['sb-forwarded-for'], path).toBeUndefined()
    }
    expect(
      reads.filter(({ path }) => path.includes('search_materials')).every(({ headers }) => headers.apikey === publishable),
    ).toBe(true)
    await hosted.end()
  })

  test('receives no address without a key of the right kind, which the start reports', async () => {
    const legacy: Record<string, string> = { SUPABASE_SECRET_KEY: 'a.legacy.service_role.key' }
    for (const variables of [{}, legacy]) {
      const { asked, url } = await project()
      const hosted = await startSite({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishable, ...variables })
      expect((await signIn(hosted.url, STUDENT, 'a password')).status).toBe(400)
      const signedIn = asked.find(({ path }) => path.startsWith('/auth/v1/token'))
      expect(signedIn?.headers.apikey).toBe(publishable)
      expect(signedIn?.headers['sb-forwarded-for']).toBeUndefined()
      expect(hosted.running.output()).toContain('the limits of the project count all visitors as one')
      await hosted.end()
    }
  })
})
