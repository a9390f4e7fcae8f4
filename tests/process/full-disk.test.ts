// Fills real file systems while the site runs on them. The small disks are in memory (tests/support/small-disk.ts).
import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISK_FULL } from '../../app/platform/text/disk-full.ts'
import { type Answer, ask, cookieHeader, send } from '../support/ask.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { freePort, until } from '../support/processes.ts'
import { clientOf, DEMO_PASSWORD, keysIn, OPERATOR, type Site, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

const MEBIBYTE = 1024 * 1024
const PAGES = ['/', '/marketplace', '/topics-directory', '/material-preview/medication-adherence-hypertension-enugu', '/support']

const health = async (site: Site) => {
  const { status, text } = await ask(`${site.url}/healthz`)
  return { status, ...(JSON.parse(text) as Record<string, unknown>) }
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
  const admin = () => clientOf(`http://127.0.0.1:${backendPort}`, keysIn(disk.path).secret_key)
  const acknowledged: string[] = []
  const insert = async (topic: string) => {
    const { error, status } = await admin().from('topic_requests').insert({ topic })
    if (!error) {
      acknowledged.push(topic)
    }
    return { error, status }
  }
  const stored = async () =>
    (await admin().from('topic_requests').select('topic').throwOnError()).data.map(({ topic }: { topic: string }) => topic)

  beforeAll(async () => {
    disk = mountSmallDisk(1200)
    whenOver(disk.remove)
    const prepared = await startedOnce()
    fs.cpSync(prepared.path, disk.path, { recursive: true })
    prepared.remove()
    backendPort = await freePort()
    await start()
  })

  test('refuses writes with a sentence and keeps serving pages while not one byte is free', async () => {
    const cookie = cookieHeader((await signIn(site, OPERATOR)).cookies)
    expect(await insert('Before')).toMatchObject({ error: null })
    disk.fill()
    expect(disk.freeBytes()).toBe(0)

    expect(await insert('While the disk is full')).toMatchObject({ status: 507, error: { code: '53100' } })
    for (let round = 0; round < 5; round += 1) {
      for (const page of PAGES) {
        expect((await ask(site.url + page)).status, page).toBe(200)
      }
    }
    expect(await health(site)).toMatchObject({ status: 200, disk: 'full' })
    const refused = await signIn(site, STUDENT)
    expect(refused.status).toBe(503)
    expect(refused.text).toContain(DISK_FULL)
    expect(refused.text).toContain(`value="${STUDENT}"`)
    const today = await ask(`${site.url}/admin`, { headers: { cookie } })
    expect(today.text).toContain('The disk is full')
    console.log(site.running.output())
  })

  test('accepts writes again when space returns', async () => {
    disk.clear()
    expect(await insert('Afterwards')).toMatchObject({ error: null })
    expect((await signIn(site, STUDENT)).status).toBe(303)
    expect(await health(site)).toMatchObject({ status: 200 })
    expect(await health(site)).not.toHaveProperty('disk')
    expect(await stored()).toEqual(expect.arrayContaining(acknowledged))
  })
})
