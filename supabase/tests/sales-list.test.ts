// The console's list of sales: search, states and totals.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, gatherPeople } from './people.ts'

const { ada, admin, owner, as, stop } = await gatherPeople()
afterAll(stop)

/** Sells a work at 3,000 naira and returns the sale. */
async function sell(title: string, reference: string, student: Account | null, daysAgo = 0): Promise<string> {
  const [work] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, published_at) values ($1, $2, 'seminar', now()) returning id`,
    [`listed-${randomUUID()}`, title],
  )
  if (student) {
    await as(owner).change(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, 50)`, [
      work?.id,
      student.profileId,
    ])
  }
  const [sale] = await as(owner).query<{ sale_id: string }>(
    `select sale_id from private.record_sale(
       $1, row('selar', $2, 300000, 0, now() - make_interval(days => $3))::private.payment, 'csv')`,
    [work?.id, reference, daysAgo],
  )
  return sale?.sale_id ?? ''
}
const refund = (sale: string, kobo: number | null) =>
  as(owner).query(`select private.record_refund($1, $2, $3, '')`, [sale, randomUUID(), kobo])

const sales = { waiting: '', part: '', whole: '', cleared: '', ours: '', reversed: '' }
beforeAll(async () => {
  sales.waiting = await sell('Pain in labour', 'LL-E33X-XX3Z', ada)
  sales.part = await sell('Burnout', 'SLR-48497', ada)
  sales.whole = await sell('Hand hygiene', 'SLR-50001', ada)
  sales.cleared = await sell('Wound care', 'SLR-50002', ada, 30)
  sales.ours = await sell('Checklist', 'SLR-60000', null)
  sales.reversed = await sell('Twice entered', 'SLR-70000', ada)
  await refund(sales.part, 100_000)
  await refund(sales.whole, null)
  await as(owner).query(`select private.clear_shares(now(), 1000)`)
  await as(admin).query(`select public.reverse_sale($1, 'Twice')`, [sales.reversed])
})

const find = async (words: string, show = 'all') =>
  (
    await as(admin).query<{ id: string }>(`select id from public.find_sales(words => $1, show => $2::public.sale_filter)`, [
      words,
      show,
    ])
  ).map(({ id }) => Object.entries(sales).find(([, sale]) => sale === id)?.[0])

it.each([
  ['E33X', ['waiting']],
  ['e33xxx3', ['waiting']],
  ['48497', ['part']],
  ['slr-5000', ['cleared', 'whole']],
  ['labour', ['waiting']],
  ['ada ob', ['cleared', 'part', 'reversed', 'waiting', 'whole']],
  ['%', []],
  ['_urnout', []],
])('find_sales finds by part of a number, a title or a student: %s', async (words, found) => {
  expect((await find(words)).toSorted()).toEqual(found)
})

it.each([
  ['waiting', ['part', 'waiting']],
  ['cleared', ['cleared']],
  ['ours', ['ours']],
  ['refunded', ['part', 'whole']],
])('find_sales lists the %s sales', async (show, found) => {
  expect((await find('', show)).toSorted()).toEqual(found)
})

it('find_sales lists the last paid first, whenever it was recorded', async () => {
  expect((await find('')).at(-1)).toBe('cleared')
})

it('find_sales continues after a row in the same part', async () => {
  const [first] = await as(admin).query<{ id: string; paid_at: string }>(
    `select id, paid_at::text as paid_at from public.find_sales(show => 'refunded', max_rows => 1)`,
  )
  const next = await as(admin).query<{ id: string }>(
    `select id from public.find_sales(show => 'refunded', before_paid => $1::timestamptz, before_id => $2)`,
    [first?.paid_at, first?.id],
  )
  expect([first?.id, ...next.map(({ id }) => id)].toSorted()).toEqual([sales.part, sales.whole].toSorted())
})

it.each([
  ['', 'all', { sales: 5, reversed: 1, paid: 1_500_000, shares: 600_000, refunded: 400_000 }],
  ['', 'refunded', { sales: 2, reversed: 0, paid: 600_000, shares: 300_000, refunded: 400_000 }],
  ['labour', 'all', { sales: 1, reversed: 0, paid: 300_000, shares: 150_000, refunded: 0 }],
])('sale_totals adds up the list of "%s" in %s, without reversed sales', async (words, show, totals) => {
  expect(
    await as(admin).query(
      `select is_sample, sales::int, reversed::int, gross_kobo::int as paid, share_kobo::int as shares, refunded_kobo::int as refunded
         from public.sale_totals(words => $1, show => $2::public.sale_filter)`,
      [words, show],
    ),
  ).toEqual([{ is_sample: false, ...totals }])
})
