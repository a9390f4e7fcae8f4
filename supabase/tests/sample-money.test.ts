// The sample history of demo mode: created by ledger functions, marked as a sample, once, and only without real sales.
import { afterAll, expect, it } from 'vitest'
import { makeSampleMoney } from '#server/seed/sample-money.ts'
import { gatherPeople } from './people.ts'

const { ada, bola, owner, admin, as, stop } = await gatherPeople()
afterAll(stop)

const database = { query: <Row>(sql: string, parameters: unknown[] = []) => as(owner).query<Row>(sql, parameters) }
const make = () => makeSampleMoney(database, ada.email)

it('the sample history has works and sales and a refund and two payouts and is created once', async () => {
  await make()
  expect(await as(owner).query(`select id from public.sales`)).toEqual([])
  for (const slug of ['a', 'b', 'c', 'd']) {
    await as(owner).change(
      `insert into public.research_materials (slug, title, category, price, is_sample) values ($1, $1, 'seminar', 3500, true)`,
      [slug],
    )
  }
  await make()
  await make()
  const [created] = await as(owner).query(`
    select count(*)::integer as sales, count(distinct material_id)::integer as works, bool_and(is_sample) as all_sample,
           bool_and(written_at <= now()) as past,
           (select count(*)::integer from public.refunds) as refunds, (select count(*)::integer from public.payout_steps where step = 'paid') as paid,
           (select bool_and(is_sample) from public.book_transactions) as marked,
           (select count(*)::integer from public.outbox where profile_id = '${ada.profileId}') as mails
      from public.sales`)
  expect(created).toEqual({ sales: 12, works: 3, all_sample: true, past: true, refunds: 1, paid: 1, marked: true, mails: 0 })
  const [due] = await as(admin).query<{ eligibility: string; available_kobo: number; is_sample: boolean }>(
    `select eligibility, available_kobo, is_sample from public.propose_payouts()`,
  )
  expect(due).toMatchObject({ eligibility: 'pay', is_sample: true })
  const [sums] = await as(ada).query<{ it: { paid_kobo: number; pending_kobo: number; next: { kobo: number } } }>(
    `select public.own_earnings() as it`,
  )
  expect(sums?.it.paid_kobo).toBeGreaterThan(200_000)
  expect(sums?.it.pending_kobo).toBe(350_000)
  expect(await as(bola).query(`select * from public.own_statement()`)).toEqual([])
})
