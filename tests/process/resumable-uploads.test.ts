// Files uploaded in chunks (docs/decisions/0011) over a phone's connection. tests/journeys/resumed-uploads.test.ts
// tests the browser's part.
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Upload } from 'tus-js-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { isReachable, FOR_A_SHORT_LIFE, freePort, run, until } from '../support/processes.ts'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { getClient, DEMO_PASSWORD, keysIn, type Site, startSite, STUDENT, whenOver } from './sites.ts'

const MEBIBYTE = 1024 * 1024
const ADMIN = 'admin@lamplight.example'
const RECEIVE = '/uploads/receive'
const PROTOCOL = { 'tus-resumable': '1.0.0' }
/** The best upload rate of 3G: HSUPA, 5.76 Mbit/s. */
const BYTES_OF_3G = 5_760_000 / 8

/** Returns a PDF by its content, of this size, that does not compress. */
function aThesis(bytes: number): Buffer {
  const thesis = randomBytes(bytes)
  thesis.write('%PDF-1.7\n')
  return thesis
}
const getHash = (bytes: Buffer | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Limits garbage, which would look like retained bytes. */
const CALM = [...FOR_A_SHORT_LIFE, '--max-semi-space-size=4']

let site: Site
let backendUrl: string
let student = ''
let other = ''

async function getCookie(email: string): Promise<string> {
  const signedIn = await send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })
  expect(signedIn.status).toBe(303)
  return cookieHeader(signedIn.cookies)
}

beforeAll(async () => {
  const backendPort = String(await freePort())
  backendUrl = `http://127.0.0.1:${backendPort}`
  site = await startSite({ BACKEND_PORT: backendPort }, undefined, CALM)
  student = await getCookie(STUDENT)
  other = await getCookie(ADMIN)
})

/** Sends a file as the page does, with the library it uses. Resolves with the upload session's id. */
function sendInChunks(url: string, cookie: string, file: Buffer, pauses = [0, 100, 200, 400, 800, 1600, 3200]): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: url + RECEIVE,
      chunkSize: 4 * MEBIBYTE,
      retryDelays: pauses,
      metadata: { filename: 'thesis.pdf' },
      headers: { cookie, origin: url },
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    })
    upload.start()
  })
}

/** Returns the form that submits a received file. */
function form({ url }: { url: string }, cookie: string, fields: Record<string, string>): Promise<TestResponse> {
  const all = { title: 'Care of a client', category: 'thesis', format: 'PDF', email: 'ada@example.ng', ...fields }
  const parts = Object.entries(all).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return ask(`${url}/upload-materials`, {
    body: `${parts.join('')}--edge--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge', origin: url, cookie },
  })
}

const begin = (cookie: string, size: number, name = 'thesis.pdf', headers: Record<string, string> = {}) =>
  ask(site.url + RECEIVE, {
    method: 'POST',
    headers: {
      ...PROTOCOL,
      'upload-length': String(size),
      'upload-metadata': `filename ${base64(name)}`,
      origin: site.url,
      cookie,
      ...headers,
    },
  })
const chunk = (id: string, cookie: string, offset: number, body: string | Buffer, headers: Record<string, string> = {}) =>
  ask(`${site.url}${RECEIVE}/${id}`, {
    method: 'PATCH',
    headers: {
      ...PROTOCOL,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(Buffer.byteLength(body)),
      origin: site.url,
      cookie,
      ...headers,
    },
    body,
  })
const about = (method: 'HEAD' | 'DELETE', id: string, cookie: string) =>
  ask(`${site.url}${RECEIVE}/${id}`, { method, headers: { ...PROTOCOL, origin: site.url, cookie } })
const getId = (response: TestResponse) => response.headers.location?.split('/').at(-1) ?? ''
const uploadSessions = () => fs.readdirSync(path.join(site.dataDirectory, 'upload-sessions'))

/** Returns the stored data of the newest upload of this title: its row, and its file's bytes. */
async function stored(title: string) {
  const service = getClient(backendUrl, keysIn(site.dataDirectory).secret_key)
  const { data } = await service
    .from('material_uploads')
    .select('file_path, file_sha256, terms_version')
    .eq('title', title)
    .single()
  const file = await service.storage.from('material-uploads').download(data?.file_path ?? '')
  return { row: data, sha256: getHash(Buffer.from((await file.data?.arrayBuffer()) ?? new ArrayBuffer())) }
}

/** Returns the memory of the process in bytes; null if the system does not report it. */
function getMemory({ process: { pid } }: Site['running']): number | null {
  const status = `/proc/${pid}/status`
  return fs.existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, 'utf8'))?.[1]) * 1024 : null
}

test('40 MB over 3G with five cuts arrive whole, resend only lost bytes and use constant memory', async () => {
  const thesis = aThesis(40 * MEBIBYTE)
  const cuts = [3.3, 9.1, 16, 24.7, 36.2].map((at) => Math.round(at * MEBIBYTE))
  const line = await cuttingProxy(site.port, { bytesASecond: BYTES_OF_3G, cuts })
  whenOver(line.close)
  const held: { up: number; memory: number | null }[] = []
  const watch = setInterval(() => held.push({ up: line.up(), memory: getMemory(site.running) }), 500)
  // As patient as the page, for a busy machine.
  const id = await sendInChunks(line.url, student, thesis, [0, 1000, 2000, 4000, 8000, 15_000, 30_000])
  clearInterval(watch)
  expect(line.cuts()).toBe(5)
  // A lost connection is not the server's failure.
  expect(site.running.output()).not.toContain('Could not save an upload session')
  // Each cut costs the bytes in flight, never received ones.
  expect(line.up()).toBeLessThan(thesis.length + 5 * MEBIBYTE)
  // Compares the minimum late in the upload with that early in it: retained bytes would show.
  const minHeld = (from: number, to: number) =>
    Math.min(...held.filter(({ up }) => up > from * MEBIBYTE && up <= to * MEBIBYTE).map(({ memory }) => memory ?? 0))
  expect(minHeld(30, 46) - minHeld(1, 10)).toBeLessThan(20 * MEBIBYTE)

  const sent = await form(site, student, { title: 'Forty', uploadSession: id, sha256: getHash(thesis) })
  expect([sent.status, sent.headers.location]).toEqual([303, '/upload-materials'])
  expect(await stored('Forty')).toMatchObject({
    sha256: getHash(thesis),
    row: { file_sha256: getHash(thesis), terms_version: '2026-11-21' },
  })
  expect(uploadSessions()).toEqual([])
}, 300_000)

test.runIf(fs.existsSync('/proc/self/clear_refs'))(
  'large chunked uploads are never whole in memory',
  async () => {
    const { pid } = site.running.process
    const status = (line: string) =>
      Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${line}:\\s+(\\d+)`))?.[1]) * 1024
    let min = Infinity
    const MAX_HELD = 30 * MEBIBYTE
    // Other work of the process and of the machine moves the memory too, so the lowest of several uploads counts. A
    // buffered upload costs its size each time.
    for (let nth = 1; min >= MAX_HELD && nth <= 10; nth += 1) {
      const thesis = aThesis(40 * MEBIBYTE)
      const before = status('VmRSS')
      fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
      const id = await sendInChunks(site.url, student, thesis)
      expect((await form(site, student, { title: `Number ${nth}`, uploadSession: id })).status).toBe(303)
      min = Math.min(min, status('VmHWM') - before)
    }
    expect(min).toBeLessThan(MAX_HELD)
  },
  300_000,
)

describe('the owner check of every chunk request', () => {
  test('stops other users and guests from checking, extending, removing and submitting a file', async () => {
    const id = getId(await begin(student, 20))
    expect((await chunk(id, student, 0, '%PDF-1.7\n')).headers['upload-offset']).toBe('9')
    for (const [cookie, status] of [
      [other, 404],
      ['', 401],
      ['session=a%20b', 401],
    ] as const) {
      expect((await about('HEAD', id, cookie)).status).toBe(status)
      expect((await chunk(id, cookie, 9, 'x'.repeat(11))).status).toBe(status)
      expect((await about('DELETE', id, cookie)).status).toBe(status)
    }
    expect((await about('HEAD', id, student)).headers['upload-offset']).toBe('9')
    expect((await chunk(id, student, 9, 'x'.repeat(11))).status).toBe(204)

    const stolen = await form(site, other, { title: 'Stolen', uploadSession: id })
    expect(stolen.status).toBe(400)
    expect(stolen.text).toContain('This file is no longer here')
    expect((await about('HEAD', id, student)).status).toBe(200)
    expect((await about('DELETE', id, student)).status).toBe(204)
    expect((await about('HEAD', id, student)).status).toBe(404)
    expect(uploadSessions()).toEqual([])
  })

  test('responds with 404 to made-up ids', async () => {
    const id = getId(await begin(student, 20))
    const [owner = '', secret = ''] = id.split('.')
    for (const forged of [
      `${owner}.${'0'.repeat(32)}`,
      owner,
      `${owner}.`,
      `..%2f${id}`,
      `%2e%2e`,
      `${id}.json`,
      `${id}%00`,
      `${id}%0a`,
      `x/${id}x`,
      `${owner}.${secret.toUpperCase()}x`,
    ]) {
      for (const response of [
        await about('HEAD', forged, student),
        await chunk(forged, student, 0, 'x'),
        await about('DELETE', forged, student),
      ]) {
        // A full stop at the end is taken for a sentence's (server/http/repaired-links.ts).
        expect([301, 400, 404, 405], `${forged}: ${response.status}`).toContain(response.status)
      }
    }
    expect((await about('HEAD', id, student)).headers['upload-offset']).toBe('0')
    expect((await about('DELETE', id, student)).status).toBe(204)
  })

  test('serves no file to GET, complete or not', async () => {
    const id = getId(await begin(student, 9))
    await chunk(id, student, 0, '%PDF-1.7\n')
    for (const address of [`${RECEIVE}/${id}`, RECEIVE]) {
      const response = await ask(site.url + address, { headers: { ...PROTOCOL, cookie: student } })
      expect(response.status).toBe(404)
      expect(response.text).not.toContain('%PDF')
    }
    await about('DELETE', id, student)
  })

  test('rejects requests that another site makes a browser send', async () => {
    const id = getId(await begin(student, 20))
    const foreign = { origin: 'https://evil.example' }
    expect((await begin(student, 20, 'a.pdf', foreign)).status).toBe(403)
    expect((await chunk(id, student, 0, 'x', foreign)).status).toBe(403)
    const removed = await ask(`${site.url}${RECEIVE}/${id}`, {
      method: 'DELETE',
      headers: { ...PROTOCOL, ...foreign, cookie: student },
    })
    expect(removed.status).toBe(403)
    expect((await about('HEAD', id, student)).headers['access-control-allow-origin']).toBeUndefined()
    await about('DELETE', id, student)
  })
})

describe('the validation of chunks', () => {
  test('accepts at most 50 MiB of a document with declared lengths, and explains each rejection', async () => {
    const max = await begin(student, 50 * MEBIBYTE)
    expect(max.status).toBe(201)
    await about('DELETE', getId(max), student)
    const rejections = [
      [await begin(student, 50 * MEBIBYTE + 1), 413, 'This file is larger than 50 MB. Save it with smaller pictures, or as PDF'],
      [await begin(student, 0), 400, 'This file is empty. Open it on your device, then choose it again'],
      [await begin(student, 10, 'thesis.exe'), 415, 'Only PDF, Word and PowerPoint files are taken'],
      [await begin(student, 10, ''), 415, 'Only PDF'],
      [await begin(student, 10, `${'a'.repeat(1000)}.pdf`), 415, 'Only PDF'],
    ] as const
    for (const [response, status, sentence] of rejections) {
      expect(response.status).toBe(status)
      expect(response.text).toContain(sentence)
    }
    const deferred = await ask(site.url + RECEIVE, {
      method: 'POST',
      headers: {
        ...PROTOCOL,
        'upload-defer-length': '1',
        'upload-metadata': `filename ${base64('a.pdf')}`,
        origin: site.url,
        cookie: student,
      },
    })
    expect(deferred.status).toBe(400)
    expect(uploadSessions()).toEqual([])
  })

  test('never accepts more bytes than were announced', async () => {
    const id = getId(await begin(student, 10))
    expect((await chunk(id, student, 0, 'x'.repeat(11))).status).toBe(413)
    const unmeasured = await ask(`${site.url}${RECEIVE}/${id}`, {
      method: 'PATCH',
      headers: {
        ...PROTOCOL,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        origin: site.url,
        cookie: student,
      },
      body: (async function* () {
        yield 'x'.repeat(5)
        yield 'x'.repeat(500_000)
      })(),
    })
    expect(unmeasured.status).toBe(413)
    expect(Number((await about('HEAD', id, student)).headers['upload-offset'])).toBeLessThanOrEqual(10)
    await about('DELETE', id, student)
  })

  test('limits a user to three simultaneous files of 50 MB, also when all begin at once', async () => {
    const started = await Promise.all(Array.from({ length: 6 }, () => begin(student, 50 * MEBIBYTE)))
    expect(started.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429])
    expect(started.find(({ status }) => status === 429)?.text).toContain('Other files of yours are still being sent')
    // Another user's are counted separately.
    const others = await begin(other, 50 * MEBIBYTE)
    expect(others.status).toBe(201)
    await about('DELETE', getId(others), other)
    for (const response of started.filter(({ status }) => status === 201)) {
      await about('DELETE', getId(response), student)
    }
    expect(uploadSessions()).toEqual([])
  })
})

describe('a received file', () => {
  const arrive = async (bytes: Buffer, name = 'thesis.pdf') => {
    const id = getId(await begin(student, bytes.length, name))
    expect((await chunk(id, student, 0, bytes)).status).toBe(204)
    return id
  }

  test('rejects an upload with missing chunks, an unexpected file type or a different hash', async () => {
    const half = getId(await begin(student, 2000))
    await chunk(half, student, 0, aThesis(1000))
    expect((await form(site, student, { uploadSession: half })).text).toContain('This file is no longer here')
    // It only waits for the rest.
    expect((await about('HEAD', half, student)).headers['upload-offset']).toBe('1000')
    await about('DELETE', half, student)

    const program = await arrive(Buffer.from('MZ this program cannot be run in DOS mode'.repeat(50)))
    const rejected = await form(site, student, { uploadSession: program })
    expect([rejected.status, rejected.text.includes('This is not a PDF file')]).toEqual([400, true])
    const broken = await arrive(aThesis(3000))
    const unequal = await form(site, student, { uploadSession: broken, sha256: 'a'.repeat(64) })
    expect([unequal.status, unequal.text.includes('The file did not arrive whole')]).toEqual([400, true])
    expect(uploadSessions()).toEqual([])
  })

  test('waits when the fields are invalid, and is submitted once when they are valid', async () => {
    const id = await arrive(aThesis(3000))
    const wrong = await form(site, student, { title: '', uploadSession: id })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Please fill in all required fields')
    // The form without a script names it too, so that the file need not be chosen again.
    expect(wrong.text).toContain(`name="uploadSession" value="${id}"`)
    const twice = await Promise.all([
      form(site, student, { title: 'Once', uploadSession: id }),
      form(site, student, { title: 'Once', uploadSession: id }),
    ])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 400])
    expect((await stored('Once')).row).not.toBeNull()
    expect(uploadSessions()).toEqual([])
  })

  test('that was sent before is pointed out and accepted after a confirmation', async () => {
    const thesis = aThesis(3000)
    expect((await form(site, student, { title: 'Before', uploadSession: await arrive(thesis) })).status).toBe(303)
    const id = await arrive(thesis, 'another-name.pdf')
    const pointedOut = await form(site, student, { title: 'After', uploadSession: id })
    expect(pointedOut.status).toBe(409)
    expect(pointedOut.text).toMatch(/You sent this file on \d{1,2} \w{3} \d{4} as (&quot;|")Before(&quot;|")\./)
    // Another user's file does not matter.
    const others = getId(await begin(other, thesis.length))
    await chunk(others, other, 0, thesis)
    expect((await form(site, other, { title: 'Of another', uploadSession: others })).status).toBe(303)
    expect((await form(site, student, { title: 'After', uploadSession: id, again: 'yes' })).status).toBe(303)
    expect(uploadSessions()).toEqual([])
  })
})

test('a chunk renews a session that is about to end, as a page does', async () => {
  const [access = '', refresh = ''] = decodeURIComponent(
    student
      .split('; ')
      .find((pair) => pair.startsWith('session='))
      ?.slice(8) ?? '',
  ).split(' ')
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const old = `${access.split('.')[0]}.${Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')}.x`
  const ending = `session=${encodeURIComponent(`${old} ${refresh}`)}`
  const id = getId(await begin(student, 9))
  const response = await chunk(id, ending, 0, '%PDF-1.7\n')
  expect(response.status).toBe(204)
  const renewed = cookieHeader(response.cookies.filter((line) => line.startsWith('session=')))
  expect(renewed).not.toBe('')
  expect((await about('DELETE', id, renewed)).status).toBe(204)
})

// The last, because it kills the process.
describe('a restarted process', () => {
  let cookie = ''
  let tooOld = ''
  beforeAll(async () => {
    cookie = await getCookie(STUDENT)
  })

  test('does not return an expired file', async () => {
    const headers = { ...PROTOCOL, origin: site.url, cookie }
    const started = await ask(site.url + RECEIVE, {
      method: 'POST',
      headers: { ...headers, 'upload-length': '9', 'upload-metadata': `filename ${base64('a.pdf')}` },
    })
    const id = getId(started)
    tooOld = id
    expect(Date.parse(started.headers['upload-expires'] as string)).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000)
    const description = path.join(site.dataDirectory, 'upload-sessions', `${id}.json`)
    const response = JSON.parse(fs.readFileSync(description, 'utf8')) as Record<string, unknown>
    fs.writeFileSync(
      description,
      JSON.stringify({ ...response, creation_date: new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString() }),
    )
    expect((await ask(`${site.url}${RECEIVE}/${id}`, { method: 'HEAD', headers })).status).toBe(410)
    const late = await ask(`${site.url}${RECEIVE}/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: '%PDF-1.7\n',
    })
    expect(late.status).toBe(410)
    expect((await form(site, cookie, { uploadSession: id })).status).toBe(400)
  })

  test('resumes an upload after a kill and removes expired files from the disk', async () => {
    const thesis = aThesis(12 * MEBIBYTE)
    const line = await cuttingProxy(site.port, { bytesASecond: 3 * MEBIBYTE, cuts: [] })
    whenOver(line.close)
    const arriving = sendInChunks(line.url, cookie, thesis, [0, ...Array.from({ length: 120 }, () => 250)])
    const arrived = () =>
      uploadSessions()
        .filter((name) => !name.endsWith('.json') && !name.startsWith(tooOld))
        .reduce((sum, name) => sum + fs.statSync(path.join(site.dataDirectory, 'upload-sessions', name)).size, 0)
    await until(() => arrived() > 5 * MEBIBYTE, site.running)
    site.running.process.kill('SIGKILL')
    await site.running.ended
    expect(uploadSessions()).toContain(`${tooOld}.json`)
    const before = arrived()
    // Data in flight is lost with the process: the slower it was, the more.
    const lost = line.up() - before
    expect(before).toBeLessThan(thesis.length)

    const again = await run(
      ['server/main.ts'],
      { PORT: String(site.port), DATA_DIR: site.dataDirectory, BACKEND_PORT: new URL(backendUrl).port },
      () => isReachable(`http://127.0.0.1:${site.port}/healthz`),
    )
    whenOver(() => again.stop())
    const id = await arriving
    expect(line.up()).toBeLessThan(thesis.length + lost + MEBIBYTE)
    expect((await form(site, cookie, { title: 'Killed', uploadSession: id, sha256: getHash(thesis) })).status).toBe(303)
    expect((await stored('Killed')).sha256).toBe(getHash(thesis))
    await until(() => uploadSessions().length === 0, again)
  })
})
