// Buyers who want the last use of a discount code at the same time, on separate connections.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBackend } from '#server/backend/start.ts'
import { startPostgresql, type Cluster } from './postgresql.ts'

const BUYERS = 8

let cluster: Cluster
let sql: postgres.Sql
let backend: Awaited<ReturnType<typeof startBackend>>
let material = ''
const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-at-once-'))

beforeAll(async () => {
  cluster = await startPostgresql()
  backend = await startBackend(
    { backend: { kind: 'postgres', databaseUrl: cluster.url }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  sql = postgres(cluster.url, { max: BUYERS, onnotice: () => {} })
  const [work] = await sql<{ id: string }[]>`
    insert into public.research_materials (slug, title, subject_area, category, price, published_at)
    values ('work', 'Work', 'Nursing', 'thesis', 2000, now()) returning id`
  material = work?.id ?? ''
  await sql`insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', 'products/work/a.pdf', '{"size": 300}')`
  const sha256 = createHash('sha256').update('a').digest('hex')
  const file = { position: 1, path: 'products/work/a.pdf', name: 'a.pdf', label: 'A', extent: '', format: 'PDF', sha256 }
  await sql`select public.add_platform_files(${material}, ${sql.json([file])})`
})

afterAll(async () => {
  await sql?.end()
  await backend?.stop()
  cluster?.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})

it('gives the last use of a code to one of several buyers who begin at once', async () => {
  for (let round = 1; round <= 20; round += 1) {
    const code = `ROUND${round}`
    await sql`insert into public.discount_codes (code, kind, amount, max_uses) values (${code}, 'percent', 50, 3)`
    const orders = await Promise.all(
      Array.from(
        { length: BUYERS },
        (_, number) =>
          sql<
            { outcome: string }[]
          >`select outcome from public.create_order(${material}, ${`${number}@round${round}.ng`}, 1000, 'live',
            ${createHash('sha256').update(randomUUID()).digest('hex')}, code => ${code})`,
      ),
    )
    const outcomes = orders.map(([order]) => order?.outcome)
    expect(outcomes.toSorted()).toEqual([...Array<string>(BUYERS - 3).fill('code_refused'), 'ok', 'ok', 'ok'])
  }
})
