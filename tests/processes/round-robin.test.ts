// Any number of processes (docs/decisions/0040): no request needs the process of the one before it, and none is lost
// when one ends.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { mailFiles, newAddress } from '../support/emails.ts'
import { DEMO_PASSWORD } from '../support/test-databases.ts'
import { startThree, type Three } from './three.ts'

const STUDENT = 'student@lamplight.example'
const ADMIN = 'admin@lamplight.example'
const RECEIVE = '/uploads/receive'
const PROTOCOL = { 'tus-resumable': '1.0.0' }
const MEBIBYTE = 1024 * 1024

let three: Three
let student = ''
let admin = ''
beforeAll(async () => {
  three = await startThree()
  ;[student, admin] = [await signedIn(STUDENT), await signedIn(ADMIN)]
})
afterAll(() => three.end())

/** Signs in. Returns the session's cookie. */
async function signedIn(email: string): Promise<string> {
  const response = await send(`${three.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })
  expect(response.status).toBe(303)
  return cookieHeader(response.cookies.filter((line) => line.startsWith('session=')))
}
const getHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
function aThesis(bytes: number): Buffer {
  const thesis = randomBytes(bytes)
  thesis.write('%PDF-1.7\n')
  return thesis
}

/** Posts the upload form, by default to the balancer; the file is in it or was sent in chunks. */
async function form(fields: Record<string, string>, file: Buffer | null, url = three.url): Promise<TestResponse> {
  const all = { category: 'thesis', format: 'PDF', email: 'ada@example.ng', ...fields }
  const parts = Object.entries(all).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = file ? '--edge\r\nContent-Disposition: form-data; name="file"; filename="thesis.pdf"\r\n\r\n' : ''
  return ask(`${url}/upload-materials`, {
    body: Buffer.concat([
      Buffer.from(parts.join('') + head),
      ...(file ? [file, Buffer.from('\r\n')] : []),
      Buffer.from('--edge--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge', origin: three.url, cookie: student },
  })
}
const openedForm = async () =>
  /name="form_id" value="([0-9a-f-]{36})"/.exec(
    (await ask(`${three.url}/upload-materials`, { headers: { cookie: student } })).text,
  )?.[1] ?? ''

/** Returns how many works of this title are stored, and the hash of the first one's bytes. */
async function stored(title: string): Promise<{ rows: number; sha256: string }> {
  const { data } = await three.service.from('material_uploads').select('file_path').eq('title', title).throwOnError()
  const file = await three.service.storage.from('material-uploads').download(data[0]?.file_path ?? '')
  return { rows: data.length, sha256: getHash(Buffer.from((await file.data?.arrayBuffer()) ?? new ArrayBuffer())) }
}

/**
 * Sends a file in chunks as the page does, each chunk to the next process. `wentBack`: true if a process ever reported
 * fewer bytes than an earlier response.
 */
function sendInChunks(file: Buffer, slowBy: number) {
  let accepted = 0
  const state = { wentBack: false, cuts: 0 }
  const arrived = new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: three.url + RECEIVE,
      chunkSize: 512 * 1024,
      retryDelays: [0, 100, 200, 400, 800, 1600, 3200, 6400],
      metadata: { filename: 'thesis.pdf' },
      headers: { cookie: student, origin: three.url },
      onAfterResponse(_request, response) {
        const offset = response.getHeader('upload-offset')
        state.wentBack ||= offset !== undefined && Number(offset) < accepted
      },
      async onBeforeRequest() {
        await new Promise((done) => setTimeout(done, slowBy))
      },
      onChunkComplete(_bytes, all) {
        accepted = all
      },
      onShouldRetry() {
        state.cuts += 1
        return true
      },
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    })
    upload.start()
  })
  return { arrived, state }
}

/** Starts guests and a student who read page after page until they are stopped. */
function readers() {
  const failed: string[] = []
  /** Responses that broke off after they had begun. No balancer can repeat these. */
  const brokenOff: string[] = []
  let asked = 0
  const state = { goesOn: true }
  /** Counts the pages that say that a part could not be read; some contain the sentence for their script. */
  const complaints = (text: string) => text.split('>Try again<').length
  async function read(paths: readonly string[], cookie: string): Promise<void> {
    const usual = new Map<string, number>()
    for (let nth = 0; state.goesOn; nth += 1) {
      const path = paths[nth % paths.length] ?? '/'
      const { status, text } = await ask(three.url + path, { headers: cookie ? { cookie } : {} }).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }))
      asked += 1
      // No process has been stopped yet when each is read for the first time.
      usual.set(path, usual.get(path) ?? complaints(text))
      if (status === 0) {
        brokenOff.push(`${path}: ${text}`)
      } else if (status !== 200 || complaints(text) !== usual.get(path)) {
        failed.push(`${path}: ${status}`)
      }
    }
  }
  const all = Promise.all([
    read(['/', '/marketplace', `/marketplace?search=malaria`, '/topics-directory'], ''),
    read(['/courses', '/faq', '/material-preview/medication-adherence-hypertension-enugu'], ''),
    read(['/dashboard', '/upload-materials', '/dashboard/my-data'], student),
  ])
  return {
    failed,
    brokenOff,
    connections: 3,
    asked: () => asked,
    async stop() {
      state.goesOn = false
      await all
    },
  }
}

test('the site loses no request, chunk, work or email under load while one process is killed and one restarted', async () => {
  const [first, second, third] = three.sites
  if (!first || !second || !third) {
    throw new Error('The test needs three processes')
  }
  const reading = readers()
  const theses = [aThesis(8 * MEBIBYTE), aThesis(6 * MEBIBYTE)]
  const sending = theses.map((thesis) => sendInChunks(thesis, 250))
  await new Promise((resolve) => setTimeout(resolve, 2000))
  await three.restart(second, 'SIGKILL', 1500)
  const isBack = Date.now()
  // Responses of the killed process are cut, one page for each connection at most; none is cut later.
  const brokenByKill = reading.brokenOff.length
  expect(brokenByKill).toBeLessThanOrEqual(reading.connections)
  // Students send works while one process ends with SIGTERM and is restarted.
  const sent: Promise<TestResponse>[] = []
  const works = Array.from({ length: 6 }, (_, nth) => ({ title: `Evening ${nth}`, file: aThesis(20_000 + nth) }))
  const restarted = three.restart(third, 'SIGTERM', 500)
  for (const { title, file } of works) {
    sent.push(form({ title, form_id: await openedForm() }, file))
  }
  await restarted
  const ids = await Promise.all(sending.map(({ arrived }) => arrived))
  await reading.stop()

  expect(reading.failed).toEqual([])
  expect(reading.brokenOff.slice(brokenByKill)).toEqual([])
  expect(reading.asked()).toBeGreaterThan(100)
  expect(three.front.passedOver()).toBeGreaterThan(0)
  expect(three.front.servedCounts().every((count) => count > 20)).toBe(true)
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(works.map(() => 303))
  for (const { title, file } of works) {
    expect(await stored(title)).toEqual({ rows: 1, sha256: getHash(file) })
  }
  for (const [at, thesis] of theses.entries()) {
    expect(sending[at]?.state.wentBack).toBe(false)
    const response = await form({ title: `In pieces ${at}`, uploadSession: ids[at] ?? '', sha256: getHash(thesis) }, null)
    expect([response.status, response.headers.location]).toEqual([303, '/upload-materials'])
    expect(await stored(`In pieces ${at}`)).toEqual({ rows: 1, sha256: getHash(thesis) })
  }

  // No chunk remains, except at most one of each file: a chunk stored but not recorded by the killed process waits for
  // the hourly sweep.
  const staying = async () => {
    const { data, error } = await three.service.storage.from('upload-sessions').list(ids[0]?.split('.')[0] ?? '')
    if (error) {
      throw error
    }
    const fromBefore = data.filter(({ created_at }) => Date.parse(created_at ?? '') < isBack)
    const orphans = new Map(fromBefore.map(({ name }) => [name.split('/').at(1), name]))
    return data.filter(({ name }) => orphans.get(name.split('/').at(1)) !== name)
  }
  await expect.poll(staying, { timeout: 90_000, interval: 1000 }).toEqual([])

  const waiting = async () =>
    (await three.service.from('outbox').select('id', { count: 'exact', head: true }).is('sent_at', null).throwOnError()).count
  await expect.poll(waiting, { timeout: 90_000, interval: 500 }).toBe(0)
  const { data: outbox } = await three.service.from('outbox').select('id').throwOnError()
  const mailed = three.sites
    .flatMap(({ dataDirectory }) => mailFiles(dataDirectory))
    .map((file) => /^Message-ID: <outbox-([0-9a-f-]{36})/im.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? file)
  expect(outbox.length).toBeGreaterThanOrEqual(8)
  expect(mailed.toSorted()).toEqual(outbox.map(({ id }) => id).toSorted())

  // None of the processes, nor the backend, logs a failure.
  for (const { output } of [three.backend, ...three.sites.map(({ running }) => running)]) {
    expect(output()).not.toMatch(/failed|could not|nobody/)
  }
}, 300_000)

describe('simultaneous requests to two processes', () => {
  test('store one of two chunks at the same byte, reject the other with 409 and complete the file', async () => {
    const [first, second] = three.sites
    const started = await ask(three.url + RECEIVE, {
      method: 'POST',
      headers: {
        ...PROTOCOL,
        'upload-length': '9',
        'upload-metadata': `filename ${Buffer.from('thesis.pdf').toString('base64')}`,
        origin: three.url,
        cookie: student,
      },
    })
    expect(started.status).toBe(201)
    const address = started.headers.location ?? ''
    const chunk = (url = '', offset: number, body: string) =>
      ask(url + address, {
        method: 'PATCH',
        headers: {
          ...PROTOCOL,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          'content-length': String(body.length),
          origin: three.url,
          cookie: student,
        },
        body,
      })
    const both = await Promise.all([chunk(first?.url, 0, '%PDF-'), chunk(second?.url, 0, '%PDF-')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const rest = await chunk(three.url, 5, '1.7\n')
    expect([rest.status, rest.headers['upload-offset']]).toEqual([204, '9'])
    const another = await ask(three.url + address, { method: 'HEAD', headers: { ...PROTOCOL, cookie: admin } })
    expect(another.status).toBe(404)
    const removed = await ask(three.url + address, {
      method: 'DELETE',
      headers: { ...PROTOCOL, origin: three.url, cookie: student },
    })
    expect(removed.status).toBe(204)
  })

  test('submit a form with a chunked file once and confirm it to both', async () => {
    const [first, second] = three.sites
    const thesis = aThesis(700_000)
    const uploadSession = await sendInChunks(thesis, 0).arrived
    const fields = { title: 'Posted to two', form_id: await openedForm(), uploadSession, sha256: getHash(thesis) }
    const both = await Promise.all([form(fields, null, first?.url), form(fields, null, second?.url)])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect(await stored('Posted to two')).toEqual({ rows: 1, sha256: getHash(thesis) })
  })

  test('limit the files that a user begins at all three processes', async () => {
    const begin = (url: string) =>
      ask(url + RECEIVE, {
        method: 'POST',
        headers: {
          ...PROTOCOL,
          'upload-length': String(50 * MEBIBYTE),
          'upload-metadata': `filename ${Buffer.from('a.pdf').toString('base64')}`,
          origin: three.url,
          cookie: admin,
        },
      })
    const started = await Promise.all([...three.sites, ...three.sites].map(({ url }) => begin(url)))
    expect(started.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429])
  })

  test('renew a session for the same user, also one after another', async () => {
    const [access = '', refresh = ''] = decodeURIComponent((await signedIn(STUDENT)).split('=')[1] ?? '').split(' ')
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
    const old = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
    const cookie = `session=${encodeURIComponent(`${access.split('.')[0]}.${old}.x ${refresh}`)}`
    const dashboard = (url: string) => ask(`${url}/dashboard`, { headers: { cookie } })
    const atOnce = await Promise.all(three.sites.map(({ url }) => dashboard(url)))
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { url } of three.sites) {
      expect((await dashboard(url)).status).toBe(200)
    }
    // The new tokens work at any process.
    for (const { cookies } of atOnce) {
      const renewed = cookieHeader(cookies.filter((line) => line.startsWith('session=')))
      expect((await ask(`${three.url}/dashboard`, { headers: { cookie: renewed } })).status).toBe(200)
    }
  })
})

test('count ten wrong passwords together', async () => {
  const alone = () => three.sites.map(({ running }) => running.output().split('counts alone for a while').length).join()
  // A process that waits longer than a second for the backend counts alone for five seconds, and logs it: then the
  // machine was too busy.
  for (let nth = 1; ; nth += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5500))
    const before = alone()
    const place = { headers: { 'x-forwarded-for': `203.0.113.${nth}` } }
    const email = newAddress('guessed')
    const statuses: number[] = []
    for (let tries = 0; tries < 14; tries += 1) {
      statuses.push((await send(`${three.url}/auth`, { intent: 'login', email, password: `wrong ${tries}` }, place)).status)
    }
    if (alone() === before) {
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429, 429, 429])
      return
    }
    expect(nth, 'tries in which a process counted by itself').toBeLessThan(6)
  }
}, 180_000)

test('end a session at all processes', async () => {
  const cookie = await signedIn(STUDENT)
  const left = await send(`${three.sites[0]?.url}/auth/sign-out`, {}, { headers: { cookie, origin: three.url } })
  expect(left.status).toBe(303)
  for (const { url } of three.sites) {
    expect((await ask(`${url}/dashboard`, { headers: { cookie } })).status).toBe(303)
  }
})

test("show an admin's change at all processes within five seconds", async () => {
  const claim = `${randomUUID().slice(0, 4).toUpperCase()}+`
  const home = async ({ url }: { url: string }) => (await ask(`${url}/`)).text
  for (const site of three.sites) {
    expect(await home(site)).toContain('<dd>10,000+</dd>')
  }
  const headers = { cookie: admin, origin: three.url }
  const address = `${three.sites[1]?.url}/admin/texts/hero`
  const fields = [...(await ask(address, { headers })).text.matchAll(/<(?:input|textarea)\b[^>]*>(?:([^<]*)<\/textarea>)?/g)].map(
    ([tag, inside]) => [/\bname="([^"]+)"/.exec(tag)?.[1] ?? '', inside ?? /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''],
  )
  const changed = Object.fromEntries(fields.map(([name, value]) => [name, value === '10,000+' ? claim : value])) as Record<
    string,
    string
  >
  expect((await send(address, changed, { headers })).status).toBe(303)
  const since = Date.now()
  for (const site of three.sites) {
    await expect.poll(() => home(site), { timeout: 5000, interval: 200 }).toContain(`<dd>${claim}</dd>`)
  }
  expect(Date.now() - since).toBeLessThan(5000)
})
