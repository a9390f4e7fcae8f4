// The dashboard of money: its figures for any range of days, compared with the entries of the ledger.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Figures = {
  starts_on: string
  ends_on: string
  sales: number
  takings_kobo: number
  refunds: number
  refunds_kobo: number
  shares_kobo: number
  fees_kobo: number
  kept_kobo: number
  held_kobo: number
  owed_students_kobo: number
  owed_buyers_kobo: number
}

const figures = (since: string, until: string, step: string, user = admin) =>
  as(user).query<Figures>(
    `select f.*, f.starts_on::text as starts_on, f.ends_on::text as ends_on from public.money_figures($1, $2, $3) f`,
    [since, until, step],
  )

/** Runs SQL as the owner of the tables and returns its single value. */
async function value<Value>(sql: string, parameters: unknown[] = []): Promise<Value | undefined> {
  const [row] = await as(owner).query<{ it: Value }>(sql, parameters)
  return row?.it
}

async function work(student: typeof ada | null): Promise<string> {
  const id = (await value<string>(
    `insert into public.research_materials (slug, title, category, published_at) values ($1, $1, 'seminar', now()) returning id as it`,
    [`figures-${randomUUID()}`],
  )) as string
  if (student) {
    await as(owner).change(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, 50)`, [
      id,
      student.profileId,
    ])
  }
  return id
}

/** Sells a work at this time for this many kobo, of which the provider takes a fee. */
const sell = (material: string, at: string, gross: number, fee = 0) =>
  value<string>(
    `select r.sale_id as it from private.record_sale($1, row('selar', $2, $3, $4, $5::timestamptz)::private.payment, 'csv', $5::timestamptz) r`,
    [material, randomUUID(), gross, fee, at],
  )
const refund = (sale: string | undefined, at: string, kobo: number | null) =>
  value<string>(`select r.refund_id as it from private.record_refund($1, $2, $3, '', $4::timestamptz) r`, [
    sale,
    randomUUID(),
    kobo,
    at,
  ])

beforeAll(async () => {
  const ofAda = await work(ada)
  const ofBola = await work(bola)
  const ours = await work(null)
  await sell(ofAda, '2025-01-31T23:59:59.999999+01:00', 350_000, 19_000)
  const february = await sell(ofAda, '2025-02-01T00:00:00+01:00', 200_001, 13_000)
  await sell(ours, '2025-02-10T12:00:00+01:00', 500_000)
  const wrong = await sell(ofBola, '2025-02-10T13:00:00+01:00', 120_000)
  await value(`select private.reverse_sale($1, 'typed twice', '2025-02-12T09:00:00+01:00') as it`, [wrong])
  const partly = await refund(february, '2025-02-20T09:00:00+01:00', 50_000)
  await value(`select private.settle_refund($1, '2025-02-21T09:00:00+01:00') as it`, [partly])
  await refund(await sell(ofBola, '2025-03-05T08:00:00+01:00', 80_000), '2025-03-06T08:00:00+01:00', null)
  await value(`select private.clear_shares('2025-04-01T08:00:00+01:00') as it`)
})

describe('money_figures', () => {
  it('is limited to owners and the role money', async () => {
    const account = { ...bola }
    for (const [roles, isAllowed] of [
      ['owner', true],
      ['money', true],
      ['reviewer', false],
      ['editor', false],
    ] as const) {
      await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = array[$2] where id = $1`, [
        account.profileId,
        roles,
      ])
      const call = figures('2025-01-01', '2025-01-31', 'whole', account)
      await (isAllowed
        ? expect(call).resolves.toHaveLength(1)
        : expect(call).rejects.toMatchObject({ code: '42501', message: expect.stringMatching(/^Only admins /) }))
    }
    await as(owner).change(`update public.profiles set user_type = 'Student', admin_roles = '{}' where id = $1`, [
      account.profileId,
    ])
    await expect(figures('2025-01-01', '2025-01-31', 'whole', ada)).rejects.toMatchObject({ code: '42501' })
    for (const user of [visitor, secretKey]) {
      await expect(
        as(user).query(`select * from public.money_figures('2025-01-01', '2025-01-31', 'whole')`),
      ).rejects.toMatchObject(noGrant)
    }
    for (const user of [visitor, ada, admin, secretKey]) {
      await expect(as(user).query(`select * from private.money_days`)).rejects.toMatchObject(noGrant)
    }
  })

  it('rejects a range that ends before it begins or is too long', async () => {
    for (const [since, until, step] of [
      ['2025-02-02', '2025-02-01', 'day'],
      ['2024-01-01', '2025-02-01', 'day'],
      ['2001-01-01', '2025-02-01', 'month'],
    ] as const) {
      await expect(figures(since, until, step), `${since} ${until}`).rejects.toMatchObject({ code: '22023' })
    }
  })

  it('counts sales less reversed ones, by days in Lagos', async () => {
    expect(await figures('2025-01-31', '2025-02-01', 'day')).toMatchObject([
      { starts_on: '2025-01-31', sales: 1, takings_kobo: 350_000, fees_kobo: 19_000, shares_kobo: 175_000, kept_kobo: 156_000 },
      { starts_on: '2025-02-01', sales: 1, takings_kobo: 200_001, fees_kobo: 13_000, shares_kobo: 100_000, kept_kobo: 87_001 },
    ])
    expect(await figures('2025-02-01', '2025-02-28', 'whole')).toMatchObject([
      { sales: 2, takings_kobo: 700_001, refunds: 1, refunds_kobo: 50_000, owed_buyers_kobo: 0 },
    ])
    // The takings of the day before a reversal stay as they were.
    expect(await figures('2025-02-10', '2025-02-12', 'day')).toMatchObject([
      { sales: 2, takings_kobo: 620_000 },
      { sales: 0, takings_kobo: 0 },
      { sales: -1, takings_kobo: -120_000 },
    ])
  })

  it('splits a range by month, the first and the last as far as they are in it', async () => {
    const months = await figures('2025-01-20', '2025-03-10', 'month')
    expect(months.map(({ starts_on, ends_on }) => [starts_on, ends_on])).toEqual([
      ['2025-01-20', '2025-01-31'],
      ['2025-02-01', '2025-02-28'],
      ['2025-03-01', '2025-03-10'],
    ])
    expect(months.map(({ takings_kobo }) => takings_kobo)).toEqual([350_000, 700_001, 80_000])
  })

  it('splits a range by week from its first day', async () => {
    const weeks = await figures('2025-01-29', '2025-02-12', 'week')
    expect(weeks.map(({ starts_on, ends_on, sales }) => [starts_on, ends_on, sales])).toEqual([
      ['2025-01-29', '2025-02-04', 2],
      ['2025-02-05', '2025-02-11', 2],
      ['2025-02-12', '2025-02-12', -1],
    ])
  })

  it('adds up to the entries of the ledger for every range and step', async () => {
    for (const [since, until] of [
      ['2025-01-01', '2025-01-31'],
      ['2025-02-01', '2025-02-11'],
      ['2025-02-10', '2025-02-28'],
      ['2025-01-31', '2025-04-01'],
    ] as const) {
      const [booked] = await as(owner).query<Omit<Figures, 'starts_on' | 'ends_on'>>(
        `with lines as (
           select t.id, t.kind, (t.booked_at at time zone 'Africa/Lagos')::date as day, e.account, e.amount_kobo as kobo
             from public.book_transactions t join public.book_entries e on e.transaction_id = t.id
         ), now as (select * from lines where day between $1::date and $2::date)
         select
           (select count(distinct id) filter (where kind = 'sale') - count(distinct id) filter (where kind = 'reversal') from now)::int as sales,
           (select coalesce(sum(kobo), 0) from now where kind in ('sale', 'reversal') and account in ('provider', 'fees'))::int as takings_kobo,
           (select count(distinct id) from now where kind = 'refund')::int as refunds,
           (select coalesce(-sum(kobo), 0) from now where kind = 'refund' and account = 'refunds_owed')::int as refunds_kobo,
           (select coalesce(-sum(kobo), 0) from now where kind in ('sale', 'reversal', 'refund') and account in ('waiting', 'available'))::int as shares_kobo,
           (select coalesce(sum(kobo), 0) from now where account = 'fees')::int as fees_kobo,
           (select coalesce(-sum(kobo), 0) from now where account in ('platform', 'fees'))::int as kept_kobo,
           (select coalesce(sum(kobo), 0) from lines where day <= $2::date and account in ('provider', 'bank'))::int as held_kobo,
           (select coalesce(-sum(kobo), 0) from lines where day <= $2::date and account in ('waiting', 'available', 'payouts_on_way'))::int as owed_students_kobo,
           (select coalesce(-sum(kobo), 0) from lines where day <= $2::date and account = 'refunds_owed')::int as owed_buyers_kobo`,
        [since, until],
      )
      for (const step of ['day', 'week', 'month', 'whole']) {
        const rows = await figures(since, until, step)
        const last = rows.at(-1)
        const sum = (name: keyof Figures) => rows.reduce((all, row) => all + Number(row[name]), 0)
        expect(
          {
            sales: sum('sales'),
            takings_kobo: sum('takings_kobo'),
            refunds: sum('refunds'),
            refunds_kobo: sum('refunds_kobo'),
            shares_kobo: sum('shares_kobo'),
            fees_kobo: sum('fees_kobo'),
            kept_kobo: sum('kept_kobo'),
            held_kobo: last?.held_kobo,
            owed_students_kobo: last?.owed_students_kobo,
            owed_buyers_kobo: last?.owed_buyers_kobo,
          },
          `${since} to ${until} by ${step}`,
        ).toEqual(booked)
      }
    }
  })

  it('ends with the balances of the balance sheet', async () => {
    const sheet = await as(admin).query<{ account: string; balance_kobo: number }>(
      `select * from public.balance_sheet('2025-02-28')`,
    )
    const balance = (...names: string[]) =>
      sheet.filter(({ account }) => names.includes(account)).reduce((all, { balance_kobo }) => all + balance_kobo, 0)
    const [whole] = await figures('2025-02-01', '2025-02-28', 'whole')
    expect(whole).toMatchObject({
      held_kobo: balance('provider', 'bank'),
      owed_students_kobo: -balance('waiting', 'available', 'payouts_on_way'),
      owed_buyers_kobo: -balance('refunds_owed') + 0,
    })
    expect(whole?.held_kobo).toBeGreaterThan(0)
  })
})

describe('accountant_lines', () => {
  type Line = Record<
    'takings_kobo' | 'fees_kobo' | 'refunds_kobo' | 'authors_kobo' | 'reps_kobo' | 'kept_kobo' | 'vat_kobo',
    number
  > & {
    id: number
    kind: string
    day: string
  }
  const lines = (since: string, until: string, after = 0, rows = 1000) =>
    as(admin).query<Line>(`select l.*, l.day::text as day from public.accountant_lines($1, $2, $3, $4) l`, [
      since,
      until,
      after,
      rows,
    ])

  it('add up to the figures of the ledger for every range, also page by page', async () => {
    await as(admin).query(`select public.record_bank($1, 'bank_charge', 7700, 'fee of the bank') as it`, [randomUUID()])
    const today = (await value<string>(`select (now() at time zone 'Africa/Lagos')::date::text as it`)) ?? ''
    for (const [since, until] of [
      ['2025-01-01', '2025-01-31'],
      ['2025-02-01', '2025-02-11'],
      ['2025-02-10', '2025-02-28'],
      ['2025-01-31', today],
    ] as const) {
      const all = await lines(since, until)
      const [whole] = await figures(since, until, 'whole')
      const sum = (...names: (keyof Line)[]) =>
        all.reduce((total, line) => total + names.reduce((of, name) => of + Number(line[name]), 0), 0)
      expect({
        takings_kobo: sum('takings_kobo'),
        refunds_kobo: sum('refunds_kobo'),
        shares_kobo: sum('authors_kobo', 'reps_kobo'),
        fees_kobo: sum('fees_kobo'),
        kept_kobo: sum('kept_kobo'),
      }).toEqual({
        takings_kobo: whole?.takings_kobo,
        refunds_kobo: whole?.refunds_kobo,
        shares_kobo: whole?.shares_kobo,
        fees_kobo: whole?.fees_kobo,
        kept_kobo: whole?.kept_kobo,
      })
      const paged: Line[] = []
      for (let page = await lines(since, until, 0, 2); page.length > 0; page = await lines(since, until, paged.at(-1)?.id, 2)) {
        paged.push(...page)
      }
      expect(paged).toEqual(all)
    }
  })

  it('a refund takes shares back, and the tax is that of the payment', async () => {
    const february = await lines('2025-02-20', '2025-02-20')
    expect(february).toMatchObject([
      { kind: 'refund', takings_kobo: 0, refunds_kobo: 50_000, authors_kobo: -24_999, vat_kobo: 0 },
    ])
    await as(owner).query(
      `insert into public.book_rules (refund_days, minimum_kobo, run_weekday, hold_hours, share_basis, fee_hundredths,
         fee_fixed_kobo, vat_hundredths, valid_from) values (7, 200000, 5, 48, 'gross', 400, 5000, 750, '2026-02-01T00:00:00Z')`,
    )
    const material = await work(null)
    const sale = await sell(material, '2026-03-01T12:00:00+01:00', 107_500)
    await refund(sale, '2026-03-02T12:00:00+01:00', 10_750)
    expect((await lines('2026-03-01', '2026-03-02')).map((line) => line.vat_kobo)).toEqual([7_500, -750])
  })

  it('are for the role money', async () => {
    await expect(as(ada).query(`select public.accountant_lines('2025-01-01', '2025-01-31')`)).rejects.toMatchObject({
      code: '42501',
    })
    for (const user of [visitor, secretKey]) {
      await expect(as(user).query(`select public.accountant_lines('2025-01-01', '2025-01-31')`)).rejects.toMatchObject(noGrant)
    }
  })
})

describe('best_sold_materials', () => {
  const bestSold = (since: string, until: string) =>
    as(admin).query<{ sales: number; gross_kobo: number; refunds: number }>(
      `select sales::int, gross_kobo::int, refunds::int from public.best_sold_materials($1, $2)`,
      [since, until],
    )

  it('counts sales by the day of payment in Lagos, the first and the last inclusive', async () => {
    const material = await work(null)
    await sell(material, '2024-05-09T23:59:59.999999+01:00', 1_000)
    await sell(material, '2024-05-10T00:00:00+01:00', 20_000)
    await sell(material, '2024-05-12T23:59:59.999999+01:00', 30_000)
    await sell(material, '2024-05-13T00:00:00+01:00', 4_000)
    expect(await bestSold('2024-05-10', '2024-05-12')).toEqual([{ sales: 2, gross_kobo: 50_000, refunds: 0 }])
    expect(await bestSold('2024-05-13', '2024-05-13')).toEqual([{ sales: 1, gross_kobo: 4_000, refunds: 0 }])
    expect(await bestSold('2024-05-14', '2024-05-20')).toEqual([])
  })

  it('counts a sale as refunded only when all of it went back', async () => {
    const material = await work(null)
    await refund(await sell(material, '2024-07-01T12:00:00+01:00', 60_000), '2024-09-01T12:00:00+01:00', 10_000)
    await refund(await sell(material, '2024-07-02T12:00:00+01:00', 40_000), '2024-09-01T12:00:00+01:00', null)
    const reversed = await sell(material, '2024-07-03T12:00:00+01:00', 70_000)
    await value(`select private.reverse_sale($1, 'typed twice', '2024-07-04T09:00:00+01:00') as it`, [reversed])
    const returned = await work(null)
    await refund(await sell(returned, '2024-07-01T12:00:00+01:00', 90_000), '2024-07-02T12:00:00+01:00', null)
    expect(await bestSold('2024-07-01', '2024-07-31')).toEqual([{ sales: 1, gross_kobo: 50_000, refunds: 1 }])
  })

  it('lists the highest takings first and rejects more than ten years', async () => {
    await sell(await work(null), '2024-08-01T12:00:00+01:00', 10_000)
    await sell(await work(null), '2024-08-01T12:00:00+01:00', 30_000)
    await sell(await work(null), '2024-08-01T12:00:00+01:00', 20_000)
    expect((await bestSold('2024-08-01', '2024-08-01')).map(({ gross_kobo }) => gross_kobo)).toEqual([30_000, 20_000, 10_000])
    await expect(bestSold('2014-01-01', '2024-08-01')).rejects.toMatchObject({ code: '22023' })
  })
})

describe('sales_by_week', () => {
  it('exports each seven days from the first chosen one once, page by page', async () => {
    const material = await work(null)
    // The range is from a Wednesday to a Thursday of the next week. The first and the last sale are outside.
    for (const [moment, gross] of [
      ['2024-03-12T23:59:59+01:00', 1_000],
      ['2024-03-13T00:00:00+01:00', 20_000],
      ['2024-03-19T23:59:59+01:00', 5_000],
      ['2024-03-20T00:00:00+01:00', 30_000],
      ['2024-03-22T00:00:00+01:00', 4_000],
    ] as const) {
      await sell(material, moment, gross)
    }
    const page = (after: readonly [string, string] | null) =>
      as(admin).query<{ starts_on: string; ends_on: string; material_id: string; gross_kobo: number }>(
        `select starts_on::text, ends_on::text, material_id, gross_kobo::int
           from public.sales_by_week('2024-03-13', '2024-03-21', $1, $2, 1)`,
        after ? [...after] : [null, null],
      )
    const [first] = await page(null)
    expect(first).toEqual({ starts_on: '2024-03-13', ends_on: '2024-03-19', material_id: material, gross_kobo: 25_000 })
    const [second] = await page(['2024-03-13', material])
    expect(second).toEqual({ starts_on: '2024-03-20', ends_on: '2024-03-21', material_id: material, gross_kobo: 30_000 })
    expect(await page(['2024-03-20', material])).toEqual([])
  })
})
