// Fills real file systems while the site runs on them. The small disks are in memory (tests/support/small-disk.ts).
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, test } from 'vitest'
import { DISK_FULL } from '#app/platform/text/disk-full.ts'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { mailFiles } from '../support/emails.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { freePort, runToEnd, start, until } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { getClient, DEMO_PASSWORD, keysIn, ADMIN, type Site, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

const MEBIBYTE = 1024 * 1024
const PAGES = ['/', '/marketplace', '/topics-directory', '/material-preview/medication-adherence-hypertension-enugu', '/support']

const health = async (site: Site) => {
  const { status, text } = await ask(`${site.url}/healthz`)
  return { code: status, ...(JSON.parse(text) as { status: string; disk?: string; failing?: unknown }) }
}
const signIn = (site: Site, email: string): Promise<TestResponse> =>
  send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })

describe('the disk of the database', () => {
  let disk: SmallDisk
  let site: Site
  let backendPort = 0
  const startAgain = async () => {
    site = await startSite({ BACKEND_PORT: String(backendPort) }, { path: disk.path, remove: () => {} })
  }
  const backendUrl = () => `http://127.0.0.1:${backendPort}`
  const adminClient = () => getClient(backendUrl(), keysIn(disk.path).secret_key)
  let profile = ''
  const acknowledged: string[] = []
  const insert = async (topic: string) => {
    const { error, status } = await adminClient().from('topic_requests').insert({ topic, user_id: profile })
    if (!error) {
      acknowledged.push(topic)
    }
    return { error, status }
  }
  const stored = async () => {
    const topics: string[] = []
    for (;;) {
      const { data } = await adminClient()
        .from('topic_requests')
        .select('topic')
        .order('created_at')
        .order('topic')
        .range(topics.length, topics.length + 999)
        .throwOnError()
      topics.push(...data.map(({ topic }) => topic))
      if (data.length < 1000) {
        return topics
      }
    }
  }

  beforeAll(async () => {
    disk = mountSmallDisk(1200)
    whenOver(disk.remove)
    const prepared = await startedOnce()
    fs.cpSync(prepared.path, disk.path, { recursive: true })
    prepared.remove()
    backendPort = await freePort()
    await startAgain()
    const { data } = await adminClient().from('profiles').select('id').limit(1).single().throwOnError()
    profile = data.id
  })

  test('rejects writes with a sentence and serves pages while not one byte is free', async () => {
    const cookie = cookieHeader((await signIn(site, ADMIN)).cookies)
    const { orderPage, buyPage, order } = await buyWork(site, adminClient())
    expect(await insert('Before')).toMatchObject({ error: null })
    disk.fill()
    expect(disk.freeBytes()).toBe(0)

    expect(await insert('While the disk is full')).toMatchObject({ status: 507, error: { code: '53100' } })
    // The site has released its ballast by now. Other processes may use that space too.
    disk.fill()
    for (let round = 0; round < 20; round += 1) {
      for (const page of PAGES) {
        expect((await ask(`${site.url}${page}?search=ethics&round=${round}`)).status, page).toBe(200)
      }
    }
    expect(await health(site)).toMatchObject({ code: 200, status: 'degraded', disk: 'full' })

    const signInResponse = await signIn(site, STUDENT)
    expect(signInResponse.status).toBe(503)
    expect(signInResponse.text).toContain(DISK_FULL)
    expect(signInResponse.text).toContain(`value="${STUDENT}"`)
    const purchase = await send(buyPage, order)
    expect(purchase.status).toBe(503)
    expect(purchase.text).toContain(DISK_FULL)
    expect(purchase.text).toContain('Nothing was charged.')
    const download = await ask(`${orderPage}/file`, { headers: { accept: 'text/html' } })
    expect([download.status, download.headers['retry-after']]).toEqual([503, '300'])
    expect((await ask(orderPage)).text).toContain('Paid. Your file is ready')
    const edit = await send(`${site.url}/dashboard`, { first_name: 'Changed' }, { headers: { cookie } })
    expect(edit.status).toBeGreaterThanOrEqual(500)
    expect(edit.text).toContain(DISK_FULL)

    const anonymous = getClient(backendUrl(), keysIn(disk.path).publishable_key)
    const signUp = await anonymous.auth.signUp({ email: 'new@example.ng', password: 'a lamp for the night' })
    expect(signUp.error).toMatchObject({ status: 507, code: 'disk_full' })
    const upload = await adminClient().storage.from('material-uploads').upload('a/b.pdf', Buffer.from('%PDF-1.7'))
    expect(upload.error).toMatchObject({ status: 507 })
    // A file removal writes the database first.
    const removal = await adminClient().storage.from('material-uploads').remove(['a/b.pdf'])
    expect(removal.error?.message ?? removal.data).toEqual([])

    const today = await ask(`${site.url}/admin`, { headers: { cookie } })
    expect(today.text).toContain('One trouble.')
    expect(today.text).toContain('The disk is full')
    expect(site.running.output()).not.toMatch(/nobody (waited for|caught) a failure/)
  })

  test('logs each change of the disk once and lets background jobs rest', async () => {
    const lines = site.running.output().split('\n')
    const changes = lines.flatMap((line) => /is full \(|has space again \(/.exec(line) ?? [])
    expect(changes.at(-1)).toBe('is full (')
    expect(changes.filter((change, at) => change === changes[at - 1])).toEqual([])
    expect(lines.filter((line) => /^[0-9A-Z-]{9}: (mails|housekeeping|orders|views and clicks): /.test(line))).toEqual([])
    expect(await health(site)).not.toHaveProperty('failing')
  })

  test('accepts writes again when space returns', async () => {
    disk.clear()
    expect(await insert('Afterwards')).toMatchObject({ error: null })
    expect((await signIn(site, STUDENT)).status).toBe(303)
    const cookie = cookieHeader((await signIn(site, ADMIN)).cookies)
    expect((await ask(`${site.url}/admin`, { headers: { cookie } })).text).not.toContain('The disk is full')
    expect(await health(site)).toEqual({ code: 200, status: 'ok', backend: 'embedded' })
    await until(() => fs.existsSync(`${disk.path}/ballast`), site.running)
  })

  test('rejects a backup whose copy of the database does not fit', async () => {
    disk.fill(400 * MEBIBYTE)
    const file = path.join(os.tmpdir(), `lamplight-${process.pid}.backup`)
    const variables = { DATA_DIR: disk.path, BACKUP_PASSPHRASE: 'a lamp for the night' }
    const { code, output } = await runToEnd(['tools/backup.ts', file], variables)
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`Could not copy the database for a backup: the disk of ${disk.path} has no space for it`),
    ])
    expect([file, `${file}.part`, path.join(disk.path, 'backup-copy')].filter((name) => fs.existsSync(name))).toEqual([])
    expect(await insert('While no backup fits')).toMatchObject({ error: null })
  })

  test('ends on SIGTERM while the disk is full and starts again with the space of the ballast', async () => {
    disk.fill(1 * MEBIBYTE)
    expect(await site.running.stop()).toBe(0)
    // A site that had time to measure the disk has released the ballast already, and its space is for the next start.
    if (fs.existsSync(`${disk.path}/ballast`)) {
      disk.fill()
    }
    await startAgain()
    expect(fs.existsSync(`${disk.path}/ballast`)).toBe(false)
    expect(await health(site)).toMatchObject({ code: 200, disk: 'full' })
    expect((await ask(`${site.url}/marketplace`)).status).toBe(200)
    expect(await stored()).toEqual(acknowledged)
  })

  test('starts again on the full disk after it was killed', async () => {
    site.running.process.kill('SIGKILL')
    await site.running.ended
    await startAgain()
    expect((await ask(`${site.url}/marketplace`)).status).toBe(200)
    expect(await stored()).toEqual(acknowledged)
  })

  test('refuses to start with a sentence when no space is left at all', async () => {
    expect(await site.running.stop()).toBe(0)
    disk.fill()
    const { code, output } = await runToEnd(['server/main.ts'], { PORT: String(await freePort()), DATA_DIR: disk.path })
    expect(code).toBe(1)
    expect(output).toContain(`The disk of ${disk.path} is full. Free some space on it, then start again.`)
    disk.clear()
    await startAgain()
    expect(await stored()).toEqual(acknowledged)
  })

  test('retains every acknowledged row when writes fill the disk and the process is killed', async () => {
    disk.fill(100 * MEBIBYTE)
    let rejected = 0
    for (let batch = 0; rejected < 3; batch += 1) {
      const topics = Array.from({ length: 500 }, (_, nth) => `${batch} ${nth} ${randomBytes(150).toString('hex')}`)
      const { error, status } = await adminClient()
        .from('topic_requests')
        .insert(topics.map((topic) => ({ topic, user_id: profile })))
      if (error) {
        expect(status).toBe(507)
        rejected += 1
      } else {
        acknowledged.push(...topics)
      }
    }
    expect(disk.freeBytes()).toBeLessThan(64 * MEBIBYTE)
    site.running.process.kill('SIGKILL')
    await site.running.ended
    await startAgain()
    expect(new Set(await stored())).toEqual(new Set(acknowledged))
    disk.clear()
    expect(await insert('After the kill')).toMatchObject({ error: null })
  })

  test('ends the process when one transaction used up the reserve, and loses nothing', async () => {
    expect(await site.running.stop()).toBe(0)
    disk.fill(80 * MEBIBYTE)
    const { code, output } = await runToEnd(['tests/process/large-transaction.ts', disk.path], {})
    expect(output).toContain('It was refused')
    expect(output).toContain('The process ends, because it cannot continue to serve. Start it again.')
    expect(code).toBe(1)
    await startAgain()
    expect(new Set(await stored())).toEqual(new Set(acknowledged))
    expect(await health(site)).toMatchObject({ code: 200, disk: 'full' })
    disk.clear()
    expect(await insert('After the large transaction')).toMatchObject({ error: null })
  })
})

describe('the disk of one directory', () => {
  let site: Site
  let backendPort = 0
  let student = ''
  const adminClient = () => getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  /** Mounts a separate disk over a directory of DATA_DIR. */
  const mountOver = (directory: string): SmallDisk => {
    const disk = mountSmallDisk(700, path.join(site.dataDirectory, directory))
    whenOver(disk.remove)
    return disk
  }

  beforeAll(async () => {
    backendPort = await freePort()
    site = await startSite({ BACKEND_PORT: String(backendPort) })
    student = cookieHeader((await signIn(site, STUDENT)).cookies)
  })

  test('rejects a download of an order with a page when order-files is full, and does not count it', async () => {
    const { orderPage } = await buyWork(site, adminClient())
    const download = () => ask(`${orderPage}/file`, { headers: { accept: 'text/html' } })
    const disk = mountOver('order-files')
    disk.fill()
    // This is one download more than is allowed in a day.
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const rejected = await download()
      expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '300'])
      expect(rejected.text).toContain('<h1>Our disk is full</h1>')
    }
    expect(site.running.output()).not.toMatch(/ENOSPC.*\n\s+at /)
    disk.clear()
    expect(await download()).toMatchObject({ status: 200 })
    expect(await health(site)).toMatchObject({ status: 'ok' })
  })

  test.each(['receiving', 'objects'])('rejects an upload when %s is full, and preserves the input', async (directory) => {
    const disk = mountOver(directory)
    disk.fill()
    const rejected = await sendWork(site, student, `While ${directory} is full`)
    expect(rejected.status).toBe(directory === 'receiving' ? 507 : 502)
    expect(rejected.text).toContain('Failed to upload material. Please try again.')
    expect(rejected.text).toContain(`>While ${directory} is full</textarea>`)
    expect((await ask(`${site.url}/marketplace`)).status).toBe(200)
    disk.clear()
    expect((await sendWork(site, student, `After ${directory} was full`)).status).toBe(303)
    const { data } = await adminClient().from('material_uploads').select('title').like('title', `%${directory}%`).throwOnError()
    expect(data).toEqual([{ title: `After ${directory} was full` }])
  })

  test('rejects a chunk of a file as it rejects a whole file when little space is left', async () => {
    const disk = mountOver('upload-sessions')
    const headers = { 'tus-resumable': '1.0.0', origin: site.url, cookie: student }
    const chunk = '%PDF-1.7\n'
    const started = await ask(`${site.url}/uploads/receive`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(chunk.length), 'upload-metadata': `filename ${btoa('work.pdf')}` },
    })
    expect(started.status).toBe(201)
    const sendChunk = () =>
      ask(new URL(String(started.headers.location), site.url).href, {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'content-length': String(chunk.length),
        },
        body: chunk,
      })
    disk.fill(90 * MEBIBYTE)
    expect((await sendChunk()).status).toBe(507)
    disk.clear()
    expect((await sendChunk()).status).toBe(204)
  })

  test('sends an email once when its disk has space again', async () => {
    const disk = mountOver('mail')
    disk.fill()
    expect((await send(`${site.url}/auth/forgot-password`, { email: STUDENT })).status).toBeLessThan(400)
    await until(() => /mails: mail [0-9a-f-]{36} .*ENOSPC/.test(site.running.output()), site.running)
    expect(await health(site)).toMatchObject({ code: 200, status: 'degraded', failing: [{ job: 'mails' }] })
    await until(() => !fs.readdirSync(disk.path).some((name) => name.endsWith('.part')), site.running)
    disk.clear()
    await adminClient().from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
    await until(async () => (await health(site)).status === 'ok', site.running)
    const subjects = await Promise.all(
      mailFiles(site.dataDirectory).map(async (file) => (await PostalMime.parse(fs.readFileSync(file))).subject),
    )
    expect(subjects.filter((subject) => subject === 'Choose a new Lamplight password')).toHaveLength(1)
  })

  // Two keys are derived from a passphrase, which takes minutes on a busy machine.
  test('leaves nothing of a backup that did not fit', { timeout: 900_000 }, async () => {
    const disk = mountSmallDisk(50)
    whenOver(disk.remove)
    disk.fill(64 * 1024)
    const file = path.join(disk.path, 'lamplight.backup')
    const variables = { DATA_DIR: site.dataDirectory, BACKUP_PASSPHRASE: 'a lamp for the night' }
    // With all optimisations of V8, because a key is derived from the passphrase.
    const backUp = () => start(process.execPath, ['tools/backup.ts', file], variables)
    const rejected = backUp()
    expect([await rejected.ended, rejected.output()]).toEqual([1, expect.stringContaining('no space left on device')])
    expect(fs.readdirSync(disk.path)).toEqual(['filler'])
    disk.clear()
    expect(await backUp().ended).toBe(0)
  })
})

/** Buys a work with a demo payment. */
async function buyWork(site: Site, adminClient: ReturnType<typeof getClient>) {
  const work = await createSoldWork(adminClient)
  const buyPage = `${site.url}/buy/${work.slug}`
  const order = { intent: 'pay', email: 'ada@example.ng', price: String(work.price) }
  const checkout = String((await send(buyPage, order)).headers.location)
  const { location } = (await send(checkout, { act: 'pay' })).headers
  const orderPage = String(location).split('?')[0] ?? ''
  expect((await ask(orderPage)).text).toContain('Paid. Your file is ready')
  return { orderPage, buyPage, order }
}

let files = 0
function sendWork(site: Site, cookie: string, title: string): Promise<TestResponse> {
  const form = new FormData()
  const fields = { title, category: 'thesis', format: 'PDF', email: 'ada@example.ng' }
  Object.entries(fields).forEach(([name, value]) => form.set(name, value))
  // Each file is unique, and larger than the buffers on its way.
  const content = `%PDF-1.7\n${'work '.repeat(60_000)}${(files += 1)}\n`
  form.set('file', new File([content], 'work.pdf', { type: 'application/pdf' }))
  return sendForm(site, cookie, form)
}

async function sendForm(site: Site, cookie: string, form: FormData): Promise<TestResponse> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const body = Buffer.from(await encoded.arrayBuffer())
  return ask(`${site.url}/upload-materials`, { body, headers: { 'content-type': type, origin: site.url, cookie } })
}
