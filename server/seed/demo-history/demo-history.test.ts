import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { clientWithSecretKey } from '#server/service-client.ts'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { makeDemoAccounts } from '../demo-accounts.ts'
import { createDemoHistory } from './demo-history.ts'

const { backend, dataDirectory } = await startTestBackend()
const { database } = backend
const client = clientWithSecretKey(
  { url: backend.url, secretKey: backend.keys.secret_key, fetch: backend.fetch },
  { repeats: false },
)

const one = async <Row>(sql: string): Promise<Row> => {
  const [row] = await database.query<Row>(sql)
  return row as Row
}
const remove = () => client.rpc('remove_demo').throwOnError()

beforeAll(async () => {
  await database.query(
    `with packs as (
       insert into public.research_materials (slug, title, category, price, published_at)
       select 'ours-' || n, 'A pack of ours, number ' || n, 'seminar', 1500, now() from generate_series(1, 4) as n
       returning id, slug
     )
     insert into private.platform_files (material_id, file_path, file_name, file_sha256, format)
     select id, 'platform/' || slug, slug || '.pdf', repeat('a', 64), 'PDF' from packs`,
  )
  await database.query(`update public.research_materials set sold_here = true`)
  const accounts = await makeDemoAccounts(database, { dataDirectory, demoPassword: null })
  await createDemoHistory(backend, client, { dataDirectory, siteUrl: 'http://localhost:3000' }, accounts)
})

describe('demo history', () => {
  it('has students, uploads in every state and two files to review', async () => {
    expect(await one(`select count(*)::integer as count from public.profiles where user_type <> 'Admin'`)).toEqual({ count: 9 })
    expect(
      await database.query(`select upload_status, count(*)::integer as count from public.material_uploads group by 1 order by 1`),
    ).toEqual([
      { upload_status: 'approved', count: 22 },
      { upload_status: 'pending', count: 5 },
      { upload_status: 'rejected', count: 3 },
    ])
    const waiting = await database.query<{ name: string }>(
      `select o.name from public.material_uploads u join storage.objects o on o.name = u.file_path
         where u.upload_status = 'pending' order by u.created_at desc limit 2`,
    )
    expect(waiting.map(({ name }) => path.extname(name)).toSorted()).toEqual(['.docx', '.pdf'])
  })

  it('states of each work the number of pages that its buyers get', async () => {
    const sold = await database.query<{ title: string; pages: number; file_path: string }>(
      `select m.title, m.pages, u.file_path
         from public.research_materials m
         join public.material_shares s on s.material_id = m.id
         join public.material_uploads u on u.id = s.upload_id`,
    )
    expect(sold).toHaveLength(22)
    for (const { title, pages, file_path } of sold) {
      const { data } = await client.storage.from('material-uploads').download(file_path)
      const file = await PDFDocument.load((await data?.arrayBuffer()) ?? '')
      expect(pages, title).toBe(file.getPageCount())
    }
  })

  it('has 140 sales by order, file and hand, with refunds in and after the refund window and one dispute', async () => {
    const sources = await database.query(`select source, count(*)::integer as count from public.sales group by 1 order by 1`)
    expect(sources).toEqual([
      { source: 'hand', count: 12 },
      { source: 'csv', count: 36 },
      { source: 'provider', count: 92 },
    ])
    expect(await database.query(`select in_time, count(*)::integer as count from public.refunds group by 1 order by 1`)).toEqual([
      { in_time: false, count: 2 },
      { in_time: true, count: 3 },
    ])
    expect(await one(`select count(*)::integer as count from private.order_disputes`)).toEqual({ count: 1 })
  })

  it('has four payout runs, one returned payout and balanced books', async () => {
    expect(await one(`select count(*)::integer as count from public.payout_runs`)).toEqual({ count: 4 })
    expect(await one(`select count(*)::integer as count from public.payout_steps where step = 'returned'`)).toEqual({ count: 1 })
    expect(await one(`select count(*)::integer as count from public.payout_steps where step = 'paid'`)).not.toEqual({ count: 0 })
    expect(
      await one(`select count(*)::integer as wrong from (
        select transaction_id from public.book_entries group by 1 having sum(amount_kobo) <> 0) as t`),
    ).toEqual({ wrong: 0 })
  })

  it('has asked the bank about every account, whose holder is the student', async () => {
    expect(
      await database.query(`
        select count(*) filter (where private.account_name_mismatch(c) is not null)::integer as doubtful,
               count(*) filter (where c.confirmed_at is null)::integer as unconfirmed,
               (select count(*)::integer from public.profiles_bank_details) - count(c.id)::integer as unchecked
          from public.profiles_bank_details d left join public.account_checks c using (profile_id)`),
    ).toEqual([{ doubtful: 0, unconfirmed: 0, unchecked: 0 }])
  })

  it('pays out only money that arrived in the bank before', async () => {
    expect(
      await one(`select min(balance) >= 0 as covered, count(*) filter (where kind = 'settlement')::integer as settlements from (
        select t.kind, sum(e.amount_kobo) over (order by t.id) as balance
          from public.book_entries e join public.book_transactions t on t.id = e.transaction_id
         where e.account = 'bank') as lines`),
    ).toEqual({ covered: true, settlements: 4 })
  })

  it('has comments, ratings, topic requests, a report, missed searches and visits', async () => {
    const counts = await one<Record<string, number>>(`select
      (select count(*) from public.material_comments)::integer as comments,
      (select count(*) from public.material_comments where stars is not null)::integer as ratings,
      (select count(*) from public.topic_requests)::integer as requests,
      (select count(*) from public.reports)::integer as reports,
      (select count(*) from public.missed_searches)::integer as missed,
      (select count(distinct day) from public.views_and_clicks)::integer as days`)
    expect(counts).toMatchObject({ comments: 9, ratings: 7, requests: 3, reports: 1 })
    expect(counts.missed).toBeGreaterThan(3)
    expect(counts.days).toBeGreaterThan(60)
  })

  it('happens in the past, moves no money and sends no email', async () => {
    expect(
      await one(`select max(created_at) <= now() as past, min(created_at) < now() - interval '70 days' as old,
                   bool_and(is_sample) as sample from public.sales`),
    ).toEqual({ past: true, old: true, sample: true })
    expect(await one(`select count(*)::integer as live from private.orders where domain = 'live'`)).toEqual({ live: 0 })
    expect(await one(`select private.remind_buyers() + private.ask_for_ratings() as emails`)).toEqual({ emails: 0 })
    expect(
      await one(`select count(*)::integer as twice from (
        select from private.orders where paid_at is not null group by material_id, email having count(*) > 1) as t`),
    ).toEqual({ twice: 0 })
    expect(await one(`select count(*)::integer as emails from public.outbox`)).toEqual({ emails: 0 })
    expect(Date.now()).toBeGreaterThan(Date.UTC(2026, 0))
  })
})

describe('remove_demo', () => {
  it('refuses while the demo admin is the only admin', async () => {
    expect((await remove()).data).toBe('no_other_admin')
  })

  it('refuses when a sale is no sample', async () => {
    await database.query(
      `insert into auth.users (id, email, created_at, updated_at) values (gen_random_uuid(), 'owner@lamplight.ng', now(), now())`,
    )
    await database.query(`select public.make_admin('owner@lamplight.ng')`)
    await database.query(
      `select private.record_sale(m.id, row('selar', 'REAL-1', 150000, null, now())::private.payment, 'csv')
         from public.research_materials m where m.slug = 'ours-1'`,
    )
    expect((await remove()).data).toBe('real_sales')
  })

  it('deletes all that the demo created, and nothing else', async () => {
    await database.query(`set session_replication_role = replica`)
    await database.query(`update public.sales set is_sample = true`)
    await database.query(`set session_replication_role = origin`)
    expect((await remove()).data).toBe('ok')
    for (const table of [
      'public.sales',
      'public.refunds',
      'public.book_entries',
      'private.book_balances',
      'public.payouts',
      'private.orders',
      'public.material_uploads',
      'public.material_comments',
      'public.topic_requests',
      'public.reports',
      'public.missed_searches',
      'public.outbox',
    ]) {
      expect(await one(`select '${table}' as name, count(*)::integer as rows from ${table}`)).toEqual({ name: table, rows: 0 })
    }
    expect(await database.query(`select email from auth.users`)).toEqual([{ email: 'owner@lamplight.ng' }])
    expect(await one(`select count(*)::integer as count from public.profiles`)).toEqual({ count: 1 })
    expect(await database.query(`select slug from public.research_materials order by slug`)).toEqual(
      [1, 2, 3, 4].map((n) => ({ slug: `ours-${n}` })),
    )
    expect(await one(`select count(*)::integer as found from private.search_documents where kind = 'material'`)).toEqual({
      found: 4,
    })
    expect((await remove()).data).toBe('no_demo')
  })
})
