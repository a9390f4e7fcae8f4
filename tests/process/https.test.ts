import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, root, temporaryDirectory } from '../support/processes.ts'
import { ask, type TestResponse, cookieHeader, send } from '../support/http.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { DEMO_PASSWORD, shared, type Site, startSite, STUDENT } from './sites.ts'

/** Signs in and uploads a real file, the two ways a form is sent. */
async function signInAndUpload(url: string, options: { ca?: string; headers?: Record<string, string> }) {
  const signedIn = await send(`${url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD }, options)
  expect(signedIn.status).toBe(303)
  expect(signedIn.headers.location).toBe('/dashboard')
  const cookie = cookieHeader(signedIn.cookies)
  const dashboard = await ask(`${url}/dashboard`, { ca: options.ca, headers: { ...options.headers, cookie } })
  expect(dashboard.status).toBe(200)
  expect(dashboard.text).toContain('Adaeze')

  const fields = { title: 'Care of a woman with eclampsia', category: 'case_study', format: 'PDF', email: STUDENT }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value)
  }
  form.set('file', new Blob([fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf'))]), 'care.pdf')
  const encoded = new Response(form)
  const { origin, protocol } = new URL(url)
  const uploaded = await ask(`${url}/upload-materials`, {
    ca: options.ca,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      origin: options.headers?.host ? `${protocol}//${options.headers.host}` : origin,
      ...options.headers,
      cookie,
    },
  })
  expect(uploaded.status).toBe(303)
  expect(uploaded.headers.location).toBe('/upload-materials')
  return { signedIn, uploaded }
}

const sessionLine = ({ cookies }: TestResponse) => cookies.find((line) => /session=/.test(line)) ?? ''

describe('behind a proxy with TLS', () => {
  const certificates = temporaryDirectory()
  let proxy: https.Server
  let site: Site
  let url: string
  let ca: string

  beforeAll(async () => {
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(certificates.path, name)) as [
      string,
      string,
    ]
    execFileSync(
      'openssl',
      // prettier-ignore
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    )
    ca = fs.readFileSync(certificate, 'utf8')
    const port = await freePort()
    url = `https://localhost:${port}`
    site = await startSite({ SITE_URL: url })
    proxy = https.createServer({ key: fs.readFileSync(key), cert: ca }, (request, response) => {
      const { 'x-test-direct': direct, ...headers } = request.headers
      const forwarded = direct ? {} : { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
      const passed = http.request(
        { port: site.port, path: request.url, method: request.method, headers: { ...headers, ...forwarded } },
        (reply) => {
          response.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(response)
        },
      )
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    })
    proxy.listen(port)
    await once(proxy, 'listening')
  })
  afterAll(() => {
    proxy.close()
    proxy.closeAllConnections()
    certificates.remove()
  })

  test('sign-up, the confirmation link and sign-in work, and every cookie is Secure and bound to the host', async () => {
    const email = newAddress('proxied')
    const signedUp = await signUp(url, signUpFields(email), { ca })
    expect(signedUp.status).toBe(303)
    expect(signedUp.cookies.every((line) => line.includes('; Secure'))).toBe(true)
    const link = linkIn((await mailTo(site.dataDirectory, email)).mail)
    expect(link.startsWith(`${url}/auth/confirm?`)).toBe(true)

    const shown = await ask(link, { ca })
    expect(shown.text).toContain('Confirm my account')
    const confirmed = await send(link, { password: signUpFields(email).password }, { ca })
    expect(confirmed.status).toBe(303)
    expect(sessionLine(confirmed)).toMatch(/^__Host-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)

    const { signedIn, uploaded } = await signInAndUpload(url, { ca })
    expect(sessionLine(signedIn)).toMatch(/^__Host-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    for (const response of [signedIn, uploaded]) {
      expect(response.cookies.length).toBeGreaterThan(0)
      expect(response.cookies.every((line) => line.includes('; Secure'))).toBe(true)
    }

    const out = await send(`${url}/auth/sign-out`, {}, { ca, headers: { cookie: cookieHeader(signedIn.cookies) } })
    expect(out.status).toBe(303)
    expect(sessionLine(out)).toMatch(/^__Host-session=; Max-Age=0; .*Secure; SameSite=Lax$/)
  })

  test('the start warns that the proxy is not trusted, so that all its visitors count as one', () => {
    expect(site.running.output()).toContain('Without TRUSTED_PROXIES all who come through the proxy count as one visitor')
  })

  test("a form from another site, or from the proxy's inner address, gets 403", async () => {
    for (const origin of [
      'https://evil.example',
      `http://localhost:${site.port}`,
      url.replace('https', 'http'),
      `${url}.evil.example`,
      'null',
    ]) {
      const response = await send(
        `${url}/auth`,
        { intent: 'login', email: STUDENT, password: DEMO_PASSWORD },
        { ca, headers: { origin } },
      )
      expect(response.status, origin).toBe(403)
      expect(response.cookies).toEqual([])
    }
  })

  test('every response has HSTS for more than half a year', async () => {
    for (const [address, status] of [
      ['/', 200],
      ['/dashboard', 303],
      ['/nope', 404],
      ['/healthz', 200],
      [`/?${'x'.repeat(10_000)}`, 414],
      [`/?${'x'.repeat(100_000)}`, 431],
    ] as const) {
      const response = await ask(`http://127.0.0.1:${site.port}${address}`)
      expect(response.status).toBe(status)
      expectSecurityHeaders(response, { secure: true })
    }
  })

  test('TRACE and other unsupported methods get 405 and are not logged as failures', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PUT']) {
      const response = await ask(`${url}/`, { ca, method })
      expect([response.status, response.headers.allow], method).toEqual([405, 'GET, HEAD'])
    }
    expect(site.running.output()).not.toContain('failed:')
  })

  test('/dev/mail is not found through the proxy', async () => {
    expect((await ask(`${url}/dev/mail`, { ca })).status).toBe(404)
    // SITE_URL names this machine, so its users may read the emails.
    expect((await ask(`${url}/dev/mail`, { ca, headers: { 'x-test-direct': 'yes' } })).status).toBe(200)
  })
})

describe('a phone in the same network over http', () => {
  const headers = { host: `phone.test:${shared.port}` }

  test('can sign in and upload, with cookies that plain http accepts', async () => {
    const { signedIn } = await signInAndUpload(shared.url, { headers })
    expect(sessionLine(signedIn)).toMatch(/^session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(signedIn.cookies.join()).not.toContain('Secure')
  })

  test('gets 403 for a form from another site', async () => {
    for (const origin of ['http://evil.example', shared.url, `https://phone.test:${shared.port}`]) {
      const response = await send(
        `${shared.url}/auth`,
        { intent: 'login', email: STUDENT, password: DEMO_PASSWORD },
        { headers: { ...headers, origin } },
      )
      expect(response.status, origin).toBe(403)
    }
  })
})
