// Fills real file systems while the site runs on them. The small disks are in memory (tests/support/small-disk.ts).
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { DISK_FULL } from '../../app/platform/text/disk-full.ts'
import { type Answer, ask, cookieHeader, send } from '../support/ask.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { freePort, runToEnd, until } from '../support/processes.ts'
import { clientOf, DEMO_PASSWORD, keysIn, OPERATOR, type Site, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

const MEBIBYTE = 1024 * 1024
const PAGES = ['/', '/marketplace', '/topics-directory', '/material-preview/medication-adherence-hypertension-enugu', '/support']

const health = async (site: Site) => {
  const { status, text } = await ask(`${site.url}/healthz`)
  return { code: status, ...(JSON.parse(text) as Record<string, unknown>) }
}
const signIn = (site: Site, email: string): Promise<Answer> =>
  send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })

describe('the disk of the database', () => {
  let disk: SmallDisk
  let site: Site
  let backendPort = 0
  const start = async () => {
    site = await startSite({ BACKEND_PORT: String(backendPort) }, { path: disk.path, remove: () => {} })
  }
  const backendUrl = () => `http://127.0.0.1:${backendPort}`
  const admin = () => clientOf(backendUrl(), keysIn(disk.path).secret_key)
  let profile = ''
  const acknowledged: string[] = []
  const insert = async (topic: string) => {
    const { error, status } = await admin().from('topic_requests').insert({ topic, user_id: profile })
    if (!error) {
      acknowledged.push(topic)
    }
    return { error, status }
  }
  const stored = async () => {
    const topics: string[] = []
    for (;;) {
      const { data } = await admin()
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
    await start()
    const { data } = await admin().from('profiles').select('id').limit(1).single().throwOnError()
    profile = data.id
  })

  test('refuses writes with a sentence and keeps serving pages while not one byte is free', async () => {
    const cookie = cookieHeader((await signIn(site, OPERATOR)).cookies)
    expect(await insert('Before')).toMatchObject({ error: null })
    disk.fill()
    expect(disk.freeBytes()).toBe(0)

    expect(await insert('While the disk is full')).toMatchObject({ status: 507, error: { code: '53100' } })
    // The site has given its ballast back by now. Something else may use that space too.
    disk.fill()
    for (let round = 0; round < 20; round += 1) {
      for (const page of PAGES) {
        expect((await ask(`${site.url}${page}?search=ethics&round=${round}`)).status, page).toBe(200)
      }
    }
    expect(await health(site)).toMatchObject({ code: 200, status: 'degraded', disk: 'full' })

    const signInAnswer = await signIn(site, STUDENT)
    expect(signInAnswer.status).toBe(503)
    expect(signInAnswer.text).toContain(DISK_FULL)
    expect(signInAnswer.text).toContain(`value="${STUDENT}"`)
    const profile = await send(`${site.url}/dashboard`, { first_name: 'Changed' }, { headers: { cookie } })
    expect(profile.status).toBeGreaterThanOrEqual(500)
    expect(profile.text).toContain(DISK_FULL)

    const anonymous = clientOf(backendUrl(), keysIn(disk.path).publishable_key)
    const signUp = await anonymous.auth.signUp({ email: 'new@example.ng', password: 'a lamp for the night' })
    expect(signUp.error).toMatchObject({ status: 507, code: 'disk_full' })
    const upload = await admin().storage.from('material-uploads').upload('a/b.pdf', Buffer.from('%PDF-1.7'))
    expect(upload.error).toMatchObject({ status: 507 })
    // A file removal writes the database first.
    const removal = await admin().storage.from('material-uploads').remove(['a/b.pdf'])
    expect(removal.error?.message ?? removal.data).toEqual([])

    const today = await ask(`${site.url}/admin`, { headers: { cookie } })
    expect(today.text).toContain('The disk is full')
    expect(site.running.output()).not.toMatch(/nobody (waited for|caught) a failure/)
  })

  test('logs each change of the disk once and lets background jobs rest', async () => {
    const lines = site.running.output().split('\n')
    expect(lines.filter((line) => line.includes('is full (0 MiB free). Writes are refused'))).toHaveLength(1)
    expect(lines.filter((line) => /^[0-9A-Z-]{9}: (mails|housekeeping|orders|views and clicks): /.test(line))).toEqual([])
    expect(await health(site)).not.toHaveProperty('failing')
  })

  test('accepts writes again when space returns', async () => {
    disk.clear()
    expect(await insert('Afterwards')).toMatchObject({ error: null })
    expect((await signIn(site, STUDENT)).status).toBe(303)
    expect(await health(site)).toEqual({ code: 200, status: 'ok', backend: 'embedded' })
    await until(() => fs.existsSync(`${disk.path}/ballast`), site.running)
  })

  test('ends on SIGTERM while the disk is full and starts again with the space of the ballast', async () => {
    disk.fill(1 * MEBIBYTE)
    expect(await site.running.stop()).toBe(0)
    disk.fill()
    await start()
    expect(fs.existsSync(`${disk.path}/ballast`)).toBe(false)
    expect(await health(site)).toMatchObject({ code: 200, disk: 'full' })
    expect((await ask(`${site.url}/marketplace`)).status).toBe(200)
    expect(await stored()).toEqual(acknowledged)
  })

  test('starts again on the full disk after it was killed', async () => {
    site.running.process.kill('SIGKILL')
    await site.running.ended
    await start()
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
    await start()
    expect(await stored()).toEqual(acknowledged)
  })

  test('keeps every acknowledged row when writes fill the disk and the process is killed', async () => {
    disk.fill(100 * MEBIBYTE)
    let refused = 0
    for (let batch = 0; refused < 3; batch += 1) {
      const topics = Array.from({ length: 500 }, (_, nth) => `${batch} ${nth} ${randomBytes(150).toString('hex')}`)
      const { error, status } = await admin()
        .from('topic_requests')
        .insert(topics.map((topic) => ({ topic, user_id: profile })))
      if (error) {
        expect(status).toBe(507)
        refused += 1
      } else {
        acknowledged.push(...topics)
      }
    }
    expect(disk.freeBytes()).toBeLessThan(64 * MEBIBYTE)
    site.running.process.kill('SIGKILL')
    await site.running.ended
    await start()
    expect(new Set(await stored())).toEqual(new Set(acknowledged))
    disk.clear()
    expect(await insert('After the kill')).toMatchObject({ error: null })
  })

  test('ends the process when one transaction used up the reserve, and loses nothing', async () => {
    expect(await site.running.stop()).toBe(0)
    disk.fill(80 * MEBIBYTE)
    const { code, output } = await runToEnd(['tests/process/large-transaction.ts', disk.path], {})
    expect(output).toMatch(/It was refused: .*pg_wal/)
    expect(output).toContain('The process ends, since it cannot serve on. Start it again.')
    expect(code).toBe(1)
    await start()
    expect(new Set(await stored())).toEqual(new Set(acknowledged))
    expect(await health(site)).toMatchObject({ code: 200, disk: 'full' })
    disk.clear()
    expect(await insert('After the large transaction')).toMatchObject({ error: null })
  })
})
