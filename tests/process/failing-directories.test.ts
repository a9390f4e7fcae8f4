// Every directory of DATA_DIR fails, while the process runs and when it starts: it is removed, or replaced by a file.
// (Root ignores modes, so they are not tested.) Dependent features fail with their sentence, everything else works, the
// process survives, and all recovers once the directory is back. The same applies to a full disk.
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { DISK_FULL_FOR_FILES } from '#app/platform/text/disk-full.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, root, runToEnd, until } from '../support/processes.ts'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { getHead } from './html.ts'
import {
  getClient,
  DEMO_PASSWORD,
  keysIn,
  onSharedBackend,
  type Site,
  startedOnce,
  startSite,
  STUDENT,
  whenOver,
} from './sites.ts'

const ADMIN = 'admin@lamplight.example'
const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
let site: Site
let student = ''
let admin = ''
let upload = ''
let cover = ''
let portrait: Buffer
let fullDisk = ''

let nth = 0
/** Returns a PDF with unique content, larger than any buffer on its way. */
const aPdf = () => Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Page>>endobj\n${'work '.repeat(60_000)}${(nth += 1)}\n`)

type Part = { name: string; content: string | Buffer; filename?: string; type?: string }
function multipart(address: string, parts: Part[]): Promise<TestResponse> {
  const head = ({ name, filename, type }: Part) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"\r\nContent-Type: ${type}` : ''}\r\n\r\n`
  const body = parts.flatMap((part) => [Buffer.from(head(part)), Buffer.from(part.content), Buffer.from('\r\n')])
  return ask(site.url + address, {
    body: Buffer.concat([...body, Buffer.from('--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge', origin: site.url, cookie: student },
  })
}
const sendWork = (title: string) =>
  multipart('/upload-materials', [
    { name: 'title', content: title },
    { name: 'category', content: 'thesis' },
    { name: 'format', content: 'PDF' },
    { name: 'email', content: 'ada@example.ng' },
    { name: 'file', filename: 'work.pdf', type: 'application/pdf', content: aPdf() },
  ])
const chunks = (method: string, address = '', headers: Record<string, string> = { 'upload-length': '9' }, body?: Buffer) =>
  ask(`${site.url}/uploads/receive${address}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(method === 'POST' ? { 'upload-metadata': `filename ${Buffer.from('a.pdf').toString('base64')}` } : {}),
      origin: site.url,
      cookie: student,
      ...headers,
    },
    ...(body ? { body } : {}),
  })
const get = (address: string, cookie = '') => ask(site.url + address, { headers: { cookie } })

beforeAll(async () => {
  const backendPort = await freePort()
  const directory = await startedOnce()
  fullDisk = path.join(directory.path, 'full-disk')
  site = await startSite(
    {
      BACKEND_PORT: String(backendPort),
      NODE_OPTIONS: `--import=${path.join(root, 'tests/process/reported-full-disk.ts')}`,
      FULL_DISK: fullDisk,
    },
    directory,
  )
  const signIn = async (email: string) =>
    cookieHeader((await send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })).cookies)
  student = await signIn(STUDENT)
  admin = await signIn(ADMIN)
  portrait = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  cover = new URL(getHead((await get(MATERIAL)).text)['og:image'] ?? '').pathname
  expect((await sendWork('Before')).status).toBe(303)
  const secret = getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  const { data } = await secret.from('material_uploads').select('id').eq('title', 'Before').single().throwOnError()
  upload = data.id
})

type ReceivedResponse = number | 'cut'
/** Reads and writes all kinds of files at once; a truncated response is 'cut'. */
async function everything(title: string) {
  const started = chunks('POST')
  const asked = {
    work: sendWork(title),
    portrait: multipart('/dashboard', [
      { name: 'first_name', content: 'Adaeze' },
      { name: 'avatar', filename: 'a.png', type: 'image/png', content: portrait },
    ]),
    piece: started,
    file: get(`/upload-materials/${upload}/file`, student),
    archive: get('/dashboard/my-data/archive', student),
    review: send(`${site.url}/admin/reviews/${upload}/read-file`, {}, { headers: { cookie: admin } }),
    cover: get(cover),
    mails: get('/dev/mail'),
    page: get(MATERIAL),
  }
  const responses = await Promise.all(
    Object.entries(asked).map(async ([name, response]) => [name, await response.catch(() => null)] as const),
  )
  const { location = '' } = (await started).headers
  if (location) {
    await chunks('DELETE', location.slice(location.lastIndexOf('/')))
  }
  const texts = Object.fromEntries(responses.map(([name, response]) => [name, response?.text ?? '']))
  const statuses: Record<string, ReceivedResponse> = Object.fromEntries(
    responses.map(([name, response]) => [name, response?.status ?? 'cut']),
  )
  return { statuses, texts }
}
const asUsual = {
  work: 303,
  portrait: 303,
  piece: 201,
  file: 200,
  archive: 200,
  review: 200,
  cover: 200,
  mails: 200,
  page: 200,
} as const
/** The expected failures beside the usual responses, each with its possible responses. */
type Failing = Partial<Record<keyof typeof asUsual, ReceivedResponse[]>>

/**
 * Makes the directories fail and checks all features. `told`: what the log must contain about background work before
 * the directories return.
 */
async function whileAway(
  directories: readonly string[],
  how: 'removed' | 'a file',
  title: string,
  result: readonly RegExp[] = [],
) {
  const places = directories.map((directory) => path.join(site.dataDirectory, directory))
  for (const place of places) {
    fs.mkdirSync(place, { recursive: true })
    fs.renameSync(place, `${place}-away`)
    if (how === 'a file') {
      fs.writeFileSync(place, '')
    }
  }
  const seen = await everything(title)
  await until(() => result.every((line) => line.test(site.running.output())), site.running)
  for (const place of places) {
    fs.rmSync(place, { recursive: true, force: true })
    fs.renameSync(`${place}-away`, place)
  }
  return seen
}
function expectOnly(failing: Failing, statuses: Record<string, ReceivedResponse>) {
  for (const [name, usual] of Object.entries(asUsual)) {
    expect(failing[name as keyof typeof asUsual] ?? [usual], name).toContain(statuses[name])
  }
}
/** Checks that the process is alive and that no failure reached the handler of uncaught errors. */
async function expectAlive() {
  expect([site.running.process.exitCode, site.running.process.signalCode]).toEqual([null, null])
  expect(site.running.output()).not.toMatch(/nobody (waited for|caught) a failure/)
  expect((await get('/healthz')).status).toBe(200)
}

// Without the directory no file removal is reported, unless the process has recreated the folder.
const noBytes: Failing = { file: [503, 404], archive: ['cut', 503, 200], review: [502, 409] }
const received: Failing = { work: [502], portrait: [502], review: [502] }
describe.each<[string, Failing, Failing, RegExp[]?]>([
  ['receiving', received, received],
  ['objects', noBytes, { ...noBytes, work: [502], portrait: [502] }],
  // At once, because they are independent: the usual features need none of the directories.
  [
    'upload-sessions, pictures, mail and drive',
    { piece: [500] },
    { piece: [500], mails: [500] },
    [
      /^[0-9A-Z-]{9}: mails: mail [0-9a-f-]{36} \(upload-received\), attempt 1: Error: E/m,
      /^[0-9A-Z-]{9}: The copy of upload [0-9a-f-]{36} was not made at once; the sweep asks again: Error: 502 /m,
    ],
  ],
])('DATA_DIR/%s', (directories, failsWhenRemoved, failsWhenAFile, result) => {
  test.each([
    ['removed', failsWhenRemoved],
    ['a file', failsWhenAFile],
  ] as const)('%s', async (how, failing) => {
    const title = `While ${directories} is ${how}`
    const { statuses, texts } = await whileAway(directories.split(/, | and /), how, title, how === 'a file' ? result : undefined)
    expectOnly(failing, statuses)
    if (failing.work) {
      // The page shows the specification's sentence and the complete input.
      expect(texts.work).toContain('Failed to upload material. Please try again.')
      expect(texts.work).toContain(`>${title}</textarea>`)
    }
    if (failing.portrait) {
      expect(texts.portrait).toContain('Failed to upload image. Please try again.')
    }
    if (failing.piece) {
      expect(texts.piece).toMatch(/The file could not be kept just now\. Trying again\. Reference: [0-9A-Z]{4}-[0-9A-Z]{4}/)
    }
    await expectAlive()
  })
})

test('the site works as usual once the directories are back', async () => {
  const { statuses } = await everything('Afterwards')
  expect(statuses).toEqual(asUsual)
  await expectAlive()
  const output = site.running.output()
  // Each line of the log has its reference.
  for (const result of [
    /^[0-9A-Z-]{9}: Could not receive an upload: .*ENOENT/m,
    /^[0-9A-Z-]{9}: Could not receive an upload: .*ENOTDIR/m,
    /^[0-9A-Z-]{9}: Could not save an upload session \(POST\)/m,
  ]) {
    expect(output).toMatch(result)
  }
})

describe('a full disk', () => {
  beforeAll(() => fs.writeFileSync(fullDisk, ''))
  afterAll(() => fs.rmSync(fullDisk, { force: true }))

  test("rejects a form's file, a chunk and a picture with a reason, and preserves the input", async () => {
    const before = fs.readdirSync(path.join(site.dataDirectory, 'objects'), { recursive: true }).length
    const { statuses, texts } = await everything('On a full disk')
    expectOnly({ work: [507], portrait: [400], piece: [507] }, statuses)
    expect(texts.work).toContain(DISK_FULL_FOR_FILES)
    expect(texts.work).toContain('Failed to upload material. Please try again.')
    expect(texts.work).toContain('>On a full disk</textarea>')
    expect(texts.piece).toContain(DISK_FULL_FOR_FILES)
    expect(texts.portrait).toContain(DISK_FULL_FOR_FILES)
    expect(fs.readdirSync(path.join(site.dataDirectory, 'objects'), { recursive: true })).toHaveLength(before)
    expect(fs.readdirSync(path.join(site.dataDirectory, 'receiving'))).toEqual([])
    await expectAlive()
  })

  test('delays an uploaded file until there is space for it', async () => {
    fs.rmSync(fullDisk)
    const file = aPdf()
    const started = await chunks('POST', '', { 'upload-length': String(file.length) })
    const id = started.headers.location?.split('/').at(-1) ?? ''
    const sent = await chunks(
      'PATCH',
      `/${id}`,
      { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      file,
    )
    expect(sent.status).toBe(204)
    fs.writeFileSync(fullDisk, '')
    const form = (title: string) =>
      multipart(
        '/upload-materials',
        Object.entries({ title, category: 'thesis', format: 'PDF', email: 'ada@example.ng', uploadSession: id }).map(
          ([name, content]) => ({ name, content }),
        ),
      )
    const rejected = await form('It waits')
    expect([rejected.status, rejected.text.includes(DISK_FULL_FOR_FILES)]).toEqual([507, true])
    expect(rejected.text).toContain(`name="uploadSession" value="${id}"`)
    fs.rmSync(fullDisk)
    expect((await form('It waits')).status).toBe(303)
  })
})

test('of the database is reported by pages, and the process survives', async () => {
  const { statuses, texts } = await whileAway(['postgres'], 'removed', 'While the database is away')
  for (const [name, status] of Object.entries(statuses)) {
    expect([200, 201, 303, 404, 500, 502, 503, 'cut'], name).toContain(status)
  }
  // PostgreSQL still serves tables whose files are open, so the failing responses depend on recent reads.
  expect(Object.values(statuses).filter((status) => status === 'cut' || status >= 500)).not.toEqual([])
  expect(statuses.work === 303 || texts.work?.includes('>While the database is away</textarea>')).toBe(true)
  expect(site.running.output()).not.toMatch(/nobody (waited for|caught) a failure/)
  expect(await site.running.stop()).toBe(0)
})

test('a start that finds a file instead of a directory names it in a sentence and releases the lock', async () => {
  const rejected = ['upload-sessions', 'objects', 'postgres'].map(async (name) => {
    const directory = await startedOnce()
    whenOver(directory.remove)
    const place = path.join(directory.path, name)
    fs.rmSync(place, { recursive: true, force: true })
    fs.writeFileSync(place, '')
    const { code, output } = await runToEnd(['server/main.ts'], {
      PORT: String(await freePort()),
      DATA_DIR: directory.path,
      // A site has them too, and finds out before it opens a database.
      ...(name === 'upload-sessions' ? onSharedBackend : {}),
    })
    return { name, place, code, output, locked: fs.existsSync(path.join(directory.path, 'process.lock')) }
  })
  for (const { name, place, code, output, locked } of await Promise.all(rejected)) {
    expect({ name, code, locked, lines: output.trim().split('\n') }).toEqual({
      name,
      code: 1,
      locked: false,
      lines: [expect.stringContaining(place) as string],
    })
  }
})
