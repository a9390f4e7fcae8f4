/*
 * Sessions over the wire: renewed once for any number of requests, ended everywhere at once, and never mistaken while
 * the backend is unavailable. `home` has its backend in its own process; `first` and `second` are more processes that
 * reach the same backend through a proxy, as they would a hosted one.
 */
import { randomInt } from 'node:crypto'
import { SignJWT, decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ToxicProxy, openToxicProxy } from '../support/toxic-proxy.ts'
import { freePort } from '../support/processes.ts'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { getClient, DEMO_PASSWORD, keysIn, type Site, startSite, STUDENT, whenOver } from './sites.ts'

const RENEWAL = /grant_type=refresh_token/
const IS_OPEN = /\/rpc\/session_is_open$/
const PASSWORD = 'a long enough secret'
const NEW_PASSWORD = 'another long secret'

let home: Site
let first: Site
let second: Site
let proxy: ToxicProxy
/** Signs a token as the backend does. */
let secret: Uint8Array
let behind: ReturnType<typeof getClient>

beforeAll(async () => {
  const backendPort = await freePort()
  // Each student has another address, so that none meets a limit.
  const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
  home = await startSite({ BACKEND_PORT: String(backendPort), ...proxied })
  proxy = await openToxicProxy(backendPort)
  whenOver(() => proxy.end())
  const keys = keysIn(home.dataDirectory)
  const elsewhere = { SUPABASE_URL: proxy.url, SUPABASE_PUBLISHABLE_KEY: keys.publishable_key, ...proxied }
  first = await startSite(elsewhere)
  second = await startSite(elsewhere)
  secret = new TextEncoder().encode(keys.jwt_secret)
  behind = getClient(`http://127.0.0.1:${backendPort}`, keys.secret_key)
})

const somewhere = () => `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}::1`
const sessionOf = ({ cookies }: { cookies: string[] }) => cookies.filter((line) => line.startsWith('session='))
const post = (site: Site, path: string, fields: Record<string, string>, cookie = '') =>
  send(site.url + path, fields, { headers: { 'x-forwarded-for': somewhere(), ...(cookie ? { cookie } : {}) } })

async function signIn(site: Site, email: string, password: string): Promise<string> {
  const response = await post(site, '/auth', { intent: 'login', email, password })
  expect([response.status, response.headers.location]).toEqual([303, '/dashboard'])
  return cookieHeader(sessionOf(response))
}
/** Returns the access token and the refresh token in a cookie. */
const tokensIn = (cookie: string) =>
  decodeURIComponent(
    cookie
      .split('; ')
      .find((pair) => pair.startsWith('session='))
      ?.slice('session='.length) ?? '',
  ).split(' ')
const dashboard = (site: Site, cookie: string) => ask(`${site.url}/dashboard`, { headers: { cookie } })

/** Returns the same session's cookie with another access token, which expires in this number of seconds. */
async function withToken(cookie: string, { issued: input = 0, ends }: { issued?: number; ends: number }): Promise<string> {
  const [access = '', refresh = ''] = tokensIn(cookie)
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT(decodeJwt(access))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now + input)
    .setExpirationTime(now + ends)
    .sign(secret)
  return `session=${encodeURIComponent(`${token} ${refresh}`)}`
}

describe('an active session', () => {
  const cookieWith = async (seconds: number) => withToken(await signIn(first, STUDENT, DEMO_PASSWORD), { ends: seconds })

  test('is renewed once for five simultaneous requests with an expiring token, and all get the same one', async () => {
    const fresh = await cookieWith(600)
    const already = proxy.asked(RENEWAL)
    expect((await dashboard(first, fresh)).status).toBe(200)
    expect(proxy.asked(RENEWAL) - already).toBe(0)

    for (const seconds of [30, -30]) {
      const before = proxy.asked(RENEWAL)
      const cookie = await cookieWith(seconds)
      const responses = await Promise.all(Array.from({ length: 5 }, () => dashboard(first, cookie)))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(proxy.asked(RENEWAL) - before).toBe(1)
      const renewed = responses.map((response) => sessionOf(response)[0] ?? '')
      expect(new Set(renewed).size).toBe(1)
      expect(tokensIn(renewed[0]?.split(';')[0] ?? '')[1]).toBeTruthy()

      // A slow tab still has the old cookie; it gets the new one too, without another request to the backend.
      const late = await dashboard(first, cookie)
      expect([late.status, sessionOf(late)[0], proxy.asked(RENEWAL) - before]).toEqual([200, renewed[0], 1])

      // The other process returns the same new cookie.
      const elsewhere = await dashboard(second, cookie)
      expect([elsewhere.status, proxy.asked(RENEWAL) - before]).toEqual([200, 2])
      expect(tokensIn(sessionOf(elsewhere)[0]?.split(';')[0] ?? '')[1]).toBe(tokensIn(renewed[0]?.split(';')[0] ?? '')[1])

      // The new tokens work without another renewal.
      const after = await dashboard(first, renewed[0]?.split(';')[0] ?? '')
      expect([after.status, sessionOf(after), proxy.asked(RENEWAL) - before]).toEqual([200, [], 2])
    }

    // A backend that fails for a moment signs no user out.
    const cookie = await cookieWith(-30)
    proxy.fail(RENEWAL, 1)
    const during = await dashboard(first, cookie)
    expect([during.status, sessionOf(during)]).toEqual([503, []])
    expect((await dashboard(first, cookie)).status).toBe(200)
  })

  test('is checked once per request', async () => {
    const cookie = await signIn(first, STUDENT, DEMO_PASSWORD)
    for (const path of ['/dashboard', '/upload-materials', '/dashboard.data', '/marketplace']) {
      const before = proxy.asked(IS_OPEN)
      expect((await ask(first.url + path, { headers: { cookie } })).status).toBe(200)
      expect([path, proxy.asked(IS_OPEN) - before]).toEqual([path, 1])
    }
    const before = proxy.asked(IS_OPEN)
    expect((await ask(`${first.url}/marketplace`)).status).toBe(200)
    expect(proxy.asked(IS_OPEN) - before).toBe(0)
  })

  test('gets responses that no shared cache stores', async () => {
    const cookie = await cookieWith(30)
    for (const address of ['/', '/dashboard', '/dashboard/security', '/marketplace']) {
      expect((await ask(first.url + address, { headers: { cookie } })).headers['cache-control'], address).toBe(
        'private, no-store',
      )
    }
  })

  test('survives a clock that is set back by renewing a token from the future', async () => {
    for (const site of [home, first]) {
      const cookie = await withToken(await signIn(site, STUDENT, DEMO_PASSWORD), { issued: 3600, ends: 4500 })
      const response = await dashboard(site, cookie)
      expect(response.status).toBe(200)
      const renewed = sessionOf(response)[0]?.split(';')[0] ?? ''
      expect(decodeJwt(tokensIn(renewed)[0] ?? '').iat).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
      const after = await dashboard(site, renewed)
      expect([after.status, sessionOf(after)]).toEqual([200, []])
    }
  })

  test('rejects a token with another role, even one signed with the backend secret', async () => {
    const [access = '', refresh] = tokensIn(await signIn(home, STUDENT, DEMO_PASSWORD))
    for (const role of ['none', 'postgres', 'service_role', 'anon']) {
      const token = await new SignJWT({ ...decodeJwt(access), role })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(secret)
      for (const site of [home, second]) {
        // Without a working refresh token the visitor is signed out.
        const response = await dashboard(site, `session=${encodeURIComponent(`${token} none`)}`)
        expect([role, response.status, response.headers.location]).toEqual([role, 303, '/auth?next=%2Fdashboard'])
      }
    }
    expect(refresh).toBeTruthy()
  })
})

const PROTOCOL = { 'tus-resumable': '1.0.0' }
const begin = (site: Site, cookie: string) =>
  ask(`${site.url}/uploads/receive`, {
    method: 'POST',
    headers: {
      ...PROTOCOL,
      'upload-length': '1000',
      'upload-metadata': `filename ${Buffer.from('thesis.pdf').toString('base64')}`,
      origin: site.url,
      cookie,
    },
  })
const goOn = (site: Site, location: string, cookie: string) =>
  ask(site.url + location, {
    method: 'PATCH',
    headers: { ...PROTOCOL, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', origin: site.url, cookie },
    body: Buffer.alloc(10),
  })
const details = (accountNumber: string) => ({
  first_name: 'Amaka',
  // Without a bank, so that it is saved without a verification of the account.
  bank_name: '',
  account_name: 'Amaka Eze',
  account_number: accountNumber,
  bank_password: PASSWORD,
})

type Student = { email: string; userId: string; cookie: string }

async function aStudent(): Promise<Student> {
  const email = newAddress('amaka')
  expect((await signUp(home.url, signUpFields(email), { headers: { 'x-forwarded-for': somewhere() } })).status).toBe(303)
  const { mail } = await mailTo(home.dataDirectory, email, 'Confirm your Lamplight account')
  const cookie = cookieHeader(sessionOf(await send(linkIn(mail), { password: PASSWORD })))
  return { email, userId: decodeJwt(tokensIn(cookie)[0] ?? '').sub ?? '', cookie }
}

/** Returns a student's stored data, read with the secret key; null if there is no such account. */
async function getStored({ userId }: Student) {
  const { data: profile } = await behind.from('profiles').select('id').eq('user_id', userId).maybeSingle().throwOnError()
  if (!profile) {
    return null
  }
  const [{ data: banks }, { data: topics }] = await Promise.all([
    behind.from('profiles_bank_details').select('account_number').eq('profile_id', profile.id).throwOnError(),
    behind.from('topic_requests').select('topic').eq('user_id', profile.id).throwOnError(),
  ])
  return { bank: banks[0]?.account_number, topics: topics.map(({ topic }) => topic) }
}

/**
 * Returns what a browser can do at a site with this cookie: a page, its data, bank details, a file begun and resumed, a
 * form, a comment.
 */
async function tries(site: Site, cookie: string, started: string, accountNumber: string) {
  const led = ({ status, headers }: TestResponse) => [status, (headers.location ?? '').replace(/\?.*/, '')]
  return {
    page: led(await dashboard(site, cookie)),
    archive: led(await ask(`${site.url}/dashboard/my-data/archive`, { headers: { cookie } })),
    bank: led(await post(site, '/dashboard', details(accountNumber), cookie)),
    form: led(await post(site, '/request-a-topic', { topic: `A topic of ${accountNumber}` }, cookie)),
    comment: led(await post(site, `/material-preview/${material}`, { comment: `Of ${accountNumber}` }, cookie)),
    file: (await begin(site, cookie)).status,
    piece: (await goOn(site, started, cookie)).status,
  }
}
const material = 'medication-adherence-hypertension-enugu'
const everything = {
  page: [200, ''],
  archive: [200, ''],
  bank: [303, '/dashboard'],
  form: [303, '/dashboard'],
  comment: [303, `/material-preview/${material}`],
  file: 201,
  piece: 204,
}
const nothing = {
  page: [303, '/auth'],
  archive: [303, '/auth'],
  bank: [303, '/auth'],
  form: [303, '/auth'],
  comment: [303, '/auth'],
  file: 401,
  piece: 401,
}
const startedAt = async (site: Site, cookie: string) => String((await begin(site, cookie)).headers.location)

describe('an ended session', () => {
  /**
   * The ways to end sessions of a student from another browser. Each returns that browser's cookie from then
   * on, if it is still signed in.
   */
  type End = (site: Site, student: Student, cookie: string) => Promise<string | null>
  const ends: Record<string, End> = {
    async 'signing out'(site, _student, cookie) {
      expect((await post(site, '/auth/sign-out', {}, cookie)).status).toBe(303)
      return null
    },
    async 'signing out elsewhere'(site, _student, cookie) {
      expect((await post(site, '/dashboard/security', { intent: 'others' }, cookie)).status).toBe(303)
      return cookie
    },
    async 'a new password'(site, _student, cookie) {
      const fields = { intent: 'password', present_password: PASSWORD, new_password: NEW_PASSWORD }
      const changed = await post(site, '/dashboard/security', fields, cookie)
      expect(changed.status).toBe(303)
      return cookieHeader(sessionOf(changed))
    },
    async 'a password by a link'(site, { email }) {
      expect((await post(site, '/auth/forgot-password', { email })).status).toBe(303)
      const { mail } = await mailTo(home.dataDirectory, email, 'Choose a new Lamplight password')
      const { pathname, search } = new URL(linkIn(mail))
      const changed = await post(site, pathname + search, { password: NEW_PASSWORD })
      expect([changed.status, changed.headers.location]).toEqual([303, '/dashboard'])
      return cookieHeader(sessionOf(changed))
    },
    async 'the end of the account'(site, _student, cookie) {
      expect((await post(site, '/dashboard/my-data', { password: PASSWORD }, cookie)).status).toBe(303)
      return null
    },
  }

  test.each([...Object.keys(ends).map((way) => ({ way, place: 'home' })), { way: 'a new password', place: 'second' }])(
    'opens nothing anywhere after $way at $place, also with a stored cookie',
    async ({ way, place }) => {
      const site = place === 'home' ? home : second
      const student = await aStudent()
      const stored = await signIn(site, student.email, PASSWORD)
      const started = new Map([
        [home, await startedAt(home, stored)],
        [second, await startedAt(second, stored)],
      ])
      expect(await tries(site, stored, started.get(site) ?? '', '0000000001')).toEqual(everything)
      const before = { bank: '0000000001', topics: ['A topic of 0000000001'] }
      expect(await getStored(student)).toEqual(before)

      const goesOn = await ends[way]?.(site, student, student.cookie)

      for (const each of [home, second]) {
        expect(
          await tries(each, stored, started.get(each) ?? '', '0000000002'),
          each === site ? 'the same' : 'the other',
        ).toEqual(nothing)
        if (goesOn) {
          expect((await dashboard(each, goesOn)).status).toBe(200)
        } else {
          expect(await tries(each, student.cookie, started.get(each) ?? '', '0000000002')).toEqual(nothing)
        }
      }
      expect(await getStored(student)).toEqual(way === 'the end of the account' ? null : before)
      // The browser is told to delete it, and an expiring token is not renewed.
      expect(sessionOf(await dashboard(home, stored))[0]).toMatch(/^session=; .*Max-Age=0/)
      expect((await dashboard(second, await withToken(stored, { ends: 30 }))).status).toBe(303)
    },
  )
})

describe('a session that cannot be checked', () => {
  test('gets 503 for pages and chunks, and is not signed out', async () => {
    const { cookie } = await aStudent()
    const started = await startedAt(first, cookie)
    proxy.fail(IS_OPEN, 1_000_000)
    const page = await dashboard(first, cookie)
    expect([page.status, sessionOf(page), page.headers['cache-control']]).toEqual([503, [], 'private, no-store'])
    expect(page.headers['retry-after']).toBeTruthy()
    for (const response of [await begin(first, cookie), await goOn(first, started, cookie)]) {
      expect([response.status, sessionOf(response)]).toEqual([503, []])
    }
    // A token that is renewed at the same time must not be lost, or the next request would send a used one.
    const renewed = await dashboard(first, await withToken(cookie, { ends: 30 }))
    expect([renewed.status, sessionOf(renewed).length]).toEqual([503, 1])

    proxy.fail(IS_OPEN, 0)
    const again = await dashboard(first, sessionOf(renewed)[0]?.split(';')[0] ?? '')
    expect([again.status, sessionOf(again)]).toEqual([200, []])
    expect((await goOn(first, started, sessionOf(renewed)[0]?.split(';')[0] ?? '')).status).toBe(204)
    expect(first.running.output()).toMatch(/[A-Z0-9]{4}-[A-Z0-9]{4}: Could not check a session: session_is_open responded 500/)
  })

  test('submits its form if it is still active, and not if it has ended', async () => {
    const student = await aStudent()
    const stored = await signIn(first, student.email, PASSWORD)
    proxy.fail(IS_OPEN, 1_000_000)
    const saved = await post(first, '/dashboard', details('0000000003'), stored)
    expect([saved.status, saved.headers.location]).toEqual([303, '/dashboard'])
    expect((await getStored(student))?.bank).toBe('0000000003')
    proxy.fail(IS_OPEN, 0)

    expect((await post(first, '/dashboard/security', { intent: 'others' }, student.cookie)).status).toBe(303)
    proxy.fail(IS_OPEN, 1_000_000)
    expect((await post(first, '/dashboard', details('0000000004'), stored)).headers.location).toBe('/auth?next=%2Fdashboard')
    proxy.fail(IS_OPEN, 0)
    expect((await getStored(student))?.bank).toBe('0000000003')
  })

  test('returns a comment and a report with their input when it cannot be renewed', async () => {
    const { cookie } = await aStudent()
    const old = await withToken(cookie, { ends: 30 })
    const { data } = await behind.from('research_materials').select('id').eq('slug', material).single().throwOnError()
    const report = `/report?material=${data.id}`
    proxy.fail(RENEWAL, 1_000_000)
    expect((await ask(first.url + report, { headers: { cookie: old } })).status).toBe(503)
    for (const [path, fields] of [
      [`/material-preview/${material}`, { comment: 'Words of a comment that stay' }],
      [report, { reason: 'copied', words: 'Words of a report that stay' }],
    ] as const) {
      const response = await post(first, path, fields, old)
      expect([path, response.status, sessionOf(response)]).toEqual([path, 503, []])
      expect(response.text).toContain('It could not be saved. Send it again in a minute.')
      expect(response.text).toContain(Object.values(fields).at(-1))
    }
    proxy.fail(RENEWAL, 0)
    expect((await ask(first.url + report, { headers: { cookie: old } })).status).toBe(200)
  })

  test('is reported as still active elsewhere when sign-out fails', async () => {
    const { cookie } = await aStudent()
    proxy.fail(/\/logout/, 1)
    const response = await post(first, '/auth/sign-out', {}, cookie)
    expect(response.status).toBe(303)
    expect(sessionOf(response)[0]).toMatch(/^session=; /)
    const toast = response.cookies.find((line) => line.startsWith('toast=')) ?? ''
    expect(decodeURIComponent(toast)).toContain('Signed out on this one only')
    expect((await dashboard(second, cookie)).status).toBe(200)
    expect((await post(first, '/auth/sign-out', {}, cookie)).cookies.some((line) => line.startsWith('toast='))).toBe(false)
    expect((await dashboard(second, cookie)).status).toBe(303)
  })
})

describe('a reset link whose backend fails after it is opened', () => {
  test.each<[string, () => void]>([
    ['when it fails before the account is read', () => proxy.fail(/GET \/auth\/v1\/user/, 1_000_000)],
    ['when it fails before the name is read', () => proxy.fail(/GET \/rest\/v1\/profiles/, 1_000_000)],
    ['when it fails before the password is set', () => proxy.fail(/PUT \/auth\/v1\/user/, 1_000_000)],
    ['when only the response is lost', () => proxy.lose(/PUT \/auth\/v1\/user/, 1)],
  ])('works again in the same browser %s', async (_when, fail) => {
    const student = await aStudent()
    expect((await post(home, '/auth/forgot-password', { email: student.email })).status).toBe(303)
    const { mail } = await mailTo(home.dataDirectory, student.email, 'Choose a new Lamplight password')
    const { pathname, search } = new URL(linkIn(mail))
    fail()
    const failed = await post(first, pathname + search, { password: NEW_PASSWORD })
    proxy.fail(/./, 0)
    expect([failed.status, sessionOf(failed)]).toEqual([503, []])
    expect(failed.text).toContain('It could not be done. Send it again in a minute.')
    expect(failed.text).toMatch(/<input[^>]*name="password"/)
    const opened = cookieHeader(failed.cookies)
    expect(opened).toMatch(/^opened=/)

    // It serves only the form of this link, and without it the link is useless from now on.
    expect((await dashboard(first, opened)).status).toBe(303)
    expect((await post(first, pathname + search, { password: NEW_PASSWORD })).text).toContain('This link cannot be used')

    const done = await post(first, pathname + search, { password: NEW_PASSWORD }, opened)
    expect([done.status, done.headers.location]).toEqual([303, '/dashboard'])
    expect(done.cookies.find((line) => line.startsWith('opened='))).toMatch(/^opened=; .*Max-Age=0/)
    expect((await dashboard(first, cookieHeader(sessionOf(done)))).status).toBe(200)
    expect((await dashboard(first, student.cookie)).status).toBe(303)
    await signIn(home, student.email, NEW_PASSWORD)
  })
})
