import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { freePort, runToEnd, temporaryDirectory, until } from '../support/processes.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { DEMO_PASSWORD, onSharedBackend, shared, startBackend, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

test('/healthz reports in uncached JSON that the site serves and reaches its backend', async () => {
  const response = await ask(`${shared.url}/healthz`)
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(JSON.parse(response.text)).toEqual({ status: 'ok', backend: 'embedded' })
})

test('a site whose backend never started reports it on every page and stays up', async () => {
  const site = await startSite({
    SUPABASE_URL: `http://127.0.0.1:${await freePort()}`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  })
  expect(site.running.output()).toMatch(/^The backend does not answer at SUPABASE_URL \(http:/m)
  const health = await ask(`${site.url}/healthz`)
  expect(health.status).toBe(503)
  expect(JSON.parse(health.text)).toEqual({ status: 'unavailable', reason: 'The backend does not answer' })
  expectSecurityHeaders(health)

  const home = await ask(`${site.url}/`)
  expect(home.status).toBe(200)
  expect(home.text).toContain('<h1>A lamp for your nursing research</h1>')

  const marketplace = await ask(`${site.url}/marketplace?search=ethics`)
  expect(marketplace.status).toBe(200)
  expect(marketplace.text).toContain('No materials found matching your criteria.')
  expect(marketplace.text).toContain('The list could not be loaded.')
  expect(marketplace.text).toMatch(/<a[^>]+href="\/marketplace\?search=ethics"[^>]*>Try again<\/a>/)

  const material = await ask(`${site.url}/material-preview/medication-adherence-hypertension-enugu`)
  expect(material.status).toBe(503)
  expect(material.text).toContain('Try again')
  expectSecurityHeaders(material)

  const signIn = await send(`${site.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  expect(signIn.status).toBe(503)
  expect(signIn.text).toContain('An unexpected error occurred.')
  expect(signIn.text).toContain(`value="${STUDENT}"`)
  expect(signIn.text).not.toContain(DEMO_PASSWORD)

  expect(site.running.process.exitCode).toBeNull()
  await site.end()
})

test('a site whose backend accepts connections without responding stays up and serves its pages', async () => {
  const sockets = new Set<net.Socket>()
  const silent = net.createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as net.AddressInfo
  whenOver(() => {
    silent.close()
    for (const socket of sockets) {
      socket.destroy()
    }
  })
  const site = await startSite({
    SUPABASE_URL: `http://127.0.0.1:${port}`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  })
  const [health, home, marketplace] = await Promise.all(['/healthz', '/', '/marketplace'].map((path) => ask(site.url + path)))
  expect(health?.status).toBe(503)
  expect(home?.status).toBe(200)
  expect(marketplace?.text).toContain('The list could not be loaded.')
  const session = 'x.eyJleHAiOjF9.x refresh'
  const asSomebody = await ask(`${site.url}/`, { headers: { cookie: `session=${encodeURIComponent(session)}` } })
  expect(asSomebody.status).toBe(200)
  expect(asSomebody.cookies).toEqual([])
  await site.end()
})

test('a wrong secret key is logged with each failure, and /healthz lists the failing jobs without reasons', async () => {
  const wrong = `sb_secret_${'0'.repeat(31)}`
  const site = await startSite({
    ...onSharedBackend,
    SUPABASE_SECRET_KEY: wrong,
  })
  const jobs = [
    'public holidays',
    'upload year',
    'mails',
    'file removals',
    'housekeeping',
    'thesaurus proposals',
    'upload-sessions',
    'drive copies',
    'stray files',
    'page pictures',
    'pictures of other sites',
    'changes of other processes',
    'scheduled publishing',
    'files of sold works',
    'notices of sales',
  ]
  const health = async () => JSON.parse((await ask(`${site.url}/healthz`)).text) as { failing?: { job: string }[] }
  const failing = async () => new Set((await health()).failing?.map(({ job }) => job))
  await until(async () => {
    const known = await failing()
    return jobs.every((job) => known.has(job))
  }, site.running)
  const response = await ask(`${site.url}/healthz`)
  // Pages are still served.
  expect(response.status).toBe(200)
  const result = JSON.parse(response.text) as { failing: { job: string; since: string; seconds: number }[] }
  expect(result).toMatchObject({ status: 'degraded', backend: 'hosted', reason: 'The backend refuses SUPABASE_SECRET_KEY' })
  expect(site.running.output()).toMatch(/^The backend refuses SUPABASE_SECRET_KEY: no mail of the outbox is sent/m)
  expect(result.failing.map(({ job }) => job).toSorted()).toEqual(jobs.toSorted())
  for (const { since, seconds, ...rest } of result.failing) {
    expect(Object.keys(rest)).toEqual(['job'])
    expect(Math.abs(Date.now() - Date.parse(since) - seconds * 1000)).toBeLessThan(60_000)
  }
  for (const job of jobs) {
    expect(site.running.output()).toMatch(new RegExp(`^[0-9A-Z]{4}-[0-9A-Z]{4}: ${job}: .+`, 'm'))
  }
  for (const secret of [wrong, shared.keys.secret_key, shared.keys.jwt_secret]) {
    expect(response.text + site.running.output()).not.toContain(secret)
  }
  await site.end()
})

test('a wrong publishable key ends the start with a sentence that names it', async () => {
  const directory = temporaryDirectory()
  whenOver(directory.remove)
  for (const wrong of [`sb_publishable_${'0'.repeat(31)}`, 'a key of another kind, long enough']) {
    const { code, output } = await runToEnd(['server/main.ts'], {
      PORT: String(await freePort()),
      DATA_DIR: directory.path,
      SUPABASE_URL: shared.backendUrl,
      SUPABASE_PUBLISHABLE_KEY: wrong,
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^The backend refuses SUPABASE_PUBLISHABLE_KEY\. Copy the publishable key/m)
    expect(output).not.toContain(wrong)
    expect(output).not.toContain('Lamplight is at')
  }
})

test('a publishable key used as the secret key is rejected with that reason', async () => {
  const site = await startSite({
    ...onSharedBackend,
    SUPABASE_SECRET_KEY: shared.keys.publishable_key,
  })
  expect(site.running.output()).toContain('The backend refuses SUPABASE_SECRET_KEY')
  await site.end()
})

test('a site signs no user out while its backend is down, and recovers automatically', async () => {
  const directory = await startedOnce()
  const backend = await startBackend({ SEED: 'outlines' }, { ...directory, remove: () => {} })
  const site = await startSite(backend.variables)
  expect(JSON.parse((await ask(`${site.url}/healthz`)).text)).toEqual({ status: 'ok', backend: 'hosted' })
  const { cookies } = await send(`${site.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  const headers = { cookie: cookieHeader(cookies.filter((line) => line.startsWith('session='))) }
  expect((await ask(`${site.url}/dashboard`, { headers })).status).toBe(200)
  const known = await ask(`${site.url}/marketplace`)
  const count = known.text.match(/[\d,]+ materials found/)?.[0] ?? 'a count that is missing'
  expect(known.text).toContain(count)

  await backend.end()
  expect((await ask(`${site.url}/healthz`)).status).toBe(503)
  // Recently read data is still shown.
  expect((await ask(`${site.url}/marketplace`)).text).toContain(count)
  const unread = `${site.url}/marketplace?search=midwife`
  expect((await ask(unread)).text).toContain('The list could not be loaded.')
  const away = await ask(`${site.url}/dashboard`, { headers })
  expect(away.status).toBe(503)
  expect(away.text).toContain('This page cannot be loaded right now')
  expect(away.cookies.filter((line) => line.startsWith('session='))).toEqual([])

  const again = await startBackend({ BACKEND_PORT: backend.port, SEED: 'outlines' }, directory)
  await until(async () => (await ask(`${site.url}/healthz`)).status === 200, site.running)
  expect((await ask(`${site.url}/dashboard`, { headers })).status).toBe(200)
  expect((await ask(unread)).text).toMatch(/\d+ materials? found/)
  await site.end()
  await again.end()
})
