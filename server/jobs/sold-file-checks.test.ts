import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { createSoldWork, type SoldWork } from '#tests/support/sold-work.ts'
import { FileStorage } from '../backend/file-storage.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { embeddedSiteBackend, type SiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { openOrders } from '../orders/orders.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { checkSoldFiles } from './sold-file-checks.ts'

const siteUrl = 'http://localhost:3000'
const directory = temporaryDirectory()
let backend: EmbeddedBackend
let reached: SiteBackend
let client: ServiceClient
let work: SoldWork
let file: string

beforeAll(async () => {
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: directory.path, keys: {}, siteUrl },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
  reached = embeddedSiteBackend(backend, siteUrl)
  client = serviceClient(reached) ?? expect.fail('There is no secret key')
})
afterAll(async () => {
  await backend.stop()
  directory.remove()
})
beforeEach(async () => {
  work = await createSoldWork(client)
  const name = FileStorage.getName('material-uploads', `products/${work.slug}/plan.pdf`)
  file = FileStorage.pathIn(path.join(directory.path, 'objects'), name)
})

const isSold = async () =>
  (await client.from('research_materials').select('sold_here').eq('id', work.id).single().throwOnError()).data.sold_here
const onToday = () =>
  backend.database.query(`select damaged_at is not null as damaged from private.due_links where id = $1`, [work.id])
const findings = async () => JSON.stringify((await client.rpc('check_database').throwOnError()).data)
const round = async () => {
  const job = checkSoldFiles(reached, new Jobs().add('files of sold works'))
  await job.idle()
  await job.stop()
}
const buy = () => {
  const paystack = { domain: 'test', checkoutOrigins: [], start: () => expect.fail('a payment started') }
  const shop = { client, paystack, secretKey: '', banks: null, simulator: null } as unknown as Parameters<typeof openOrders>[0]
  return openOrders(shop, siteUrl).begin({
    material: work.id,
    email: 'ada@example.com',
    price: work.price,
    account: null,
    origin: { source: 'typed', opened: null, own: null },
  })
}

const damages: [string, () => void][] = [
  ['truncated', () => fs.truncateSync(file, 100)],
  ['emptied', () => fs.truncateSync(file, 0)],
  ['removed', () => fs.rmSync(file)],
  ['changed in one byte', () => fs.writeFileSync(file, fs.readFileSync(file).fill(0, 500, 501))],
]

test.each(damages)(
  'a work whose stored file was %s is taken off sale, and Today and the doctor name it',
  async (_what, damage) => {
    const bytes = fs.readFileSync(file)
    await round()
    expect([await isSold(), await onToday()]).toEqual([true, []])
    damage()
    // A week later its turn comes again.
    await backend.database.query(`update private.file_checks set checked_at = now() - interval '8 days'`)
    await round()
    expect([await isSold(), await onToday()]).toEqual([false, [{ damaged: true }]])
    expect(await findings()).toContain(work.title)
    await expect(
      client.from('research_materials').update({ sold_here: true }).eq('id', work.id).throwOnError(),
    ).rejects.toMatchObject({
      hint: 'no_file',
    })

    fs.writeFileSync(file, bytes)
    await backend.database.query(`update private.file_checks set checked_at = now() - interval '1 hour'`)
    await round()
    expect(await findings()).not.toContain(work.title)
    await client.from('research_materials').update({ sold_here: true }).eq('id', work.id).throwOnError()
    expect(await onToday()).toEqual([])
  },
)

test('no work is taken off sale when the whole storage is missing', async () => {
  const works = [work, ...(await Promise.all(Array.from({ length: 5 }, () => createSoldWork(client))))]
  const objects = path.join(directory.path, 'objects')
  await backend.database.query(`update private.file_checks set checked_at = now() - interval '8 days'`)
  fs.renameSync(objects, `${objects}.away`)
  fs.mkdirSync(objects)
  await round()
  fs.rmSync(objects, { recursive: true })
  fs.renameSync(`${objects}.away`, objects)
  for (const { id } of works) {
    const { data } = await client.from('research_materials').select('sold_here').eq('id', id).single().throwOnError()
    expect(data.sold_here).toBe(true)
  }
})

test.each(damages)('no payment starts for a work whose stored file was %s', async (_what, damage) => {
  damage()
  expect(await buy()).toEqual({ outcome: 'not_sold' })
  expect([await isSold(), await onToday()]).toEqual([false, [{ damaged: true }]])
})
