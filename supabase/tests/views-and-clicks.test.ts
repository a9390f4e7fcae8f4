// public.views_and_clicks: counts of processes by material and day, and their reports for admins beside the sales.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, stop } = people
const payments = getPaymentServices(people)
afterAll(stop)

type Counted = { key: string; day: string; source?: string; views: number; clicks: number }
const note = async (input: Counted[], batch = randomUUID()) =>
  (
    await as(secretKey).query<{ counted: boolean }>(`select public.record_views_and_clicks($1, $2::text::jsonb) as counted`, [
      batch,
      JSON.stringify(input),
    ])
  )[0]?.counted
const stored = () =>
  as(owner).query<{ slug: string; day: string; views: number; clicks: number }>(
    `select m.slug, v.day::text, v.views::int, v.clicks::int from public.views_and_clicks v
      join public.research_materials m on m.id = v.material_id order by m.slug, v.day`,
  )
const getDay = async (back: number) =>
  (await as(owner).query<{ day: string }>(`select ((now() at time zone 'Africa/Lagos')::date - $1::int)::text as day`, [back]))[0]
    ?.day ?? ''

let [today, yesterday] = ['', '']
const ids: Record<string, string> = {}
beforeAll(async () => {
  ;[today, yesterday] = [await getDay(0), await getDay(1)]
  for (const slug of ['wound-care', 'pain', 'sepsis']) {
    const [row] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, subject_area, category, price, selar_link, published_at)
       values ($1, $1, 'Nursing', 'thesis', 3000, 'https://selar.co/' || $1, now()) returning id`,
      [slug],
    )
    ids[slug] = row?.id ?? ''
  }
})

describe('recorded counts', () => {
  it('add up over batches and concurrent processes by slug or id or purchase link', async () => {
    const wound = { key: 'wound-care', day: today, views: 3, clicks: 1 }
    await Promise.all([
      note([wound, { key: ids.pain ?? '', day: today, views: 1, clicks: 0 }]),
      note([{ key: ids.pain ?? '', day: today, views: 2, clicks: 0 }, wound]),
      // The same material under both of its addresses.
      note([
        { ...wound, day: yesterday },
        { key: ids['wound-care'] ?? '', day: yesterday, views: 1, clicks: 1 },
        { key: 'https://selar.co/Wound-Care/', day: yesterday, views: 0, clicks: 1 },
      ]),
    ])
    expect(await stored()).toEqual([
      { slug: 'pain', day: today, views: 3, clicks: 0 },
      { slug: 'wound-care', day: yesterday, views: 4, clicks: 3 },
      { slug: 'wound-care', day: today, views: 6, clicks: 2 },
    ])
  })

  it('count a batch once however often it is sent', async () => {
    const batch = randomUUID()
    const input = [{ key: 'sepsis', day: today, views: 5, clicks: 0 }]
    expect([await note(input, batch), await note(input, batch), await note(input, batch)]).toEqual([true, false, false])
    expect((await stored()).find(({ slug }) => slug === 'sepsis')).toMatchObject({ views: 5 })
  })

  it('skip unknown materials and invalid days', async () => {
    const before = await stored()
    expect(
      await note([
        { key: 'no-such-work', day: today, views: 1, clicks: 1 },
        { key: randomUUID(), day: today, views: 1, clicks: 1 },
        { key: 'https://selar.co/', day: today, views: 1, clicks: 1 },
        { key: '', day: today, views: 1, clicks: 1 },
        { key: 'pain', day: await getDay(31), views: 1, clicks: 1 },
        { key: 'pain', day: await getDay(-2), views: 1, clicks: 1 },
      ]),
    ).toBe(true)
    expect(await stored()).toEqual(before)
  })

  it('are deleted after two years and batches after a week', async () => {
    await as(owner).change(
      `insert into public.views_and_clicks (material_id, day, views) select id, $1::date - a.days, 7
         from public.research_materials, (values (730), (731)) a (days) where slug = 'sepsis'`,
      [today],
    )
    await as(owner).change(`update private.counted_batches set counted_at = now() - interval '8 days'`)
    await note([])
    expect((await stored()).filter(({ slug, views }) => slug === 'sepsis' && views === 7).map(({ day }) => day)).toEqual([
      await getDay(730),
    ])
    expect(await as(owner).query(`select from private.counted_batches`)).toHaveLength(1)
  })
})

describe('views of topics', () => {
  const mostOpened = async () =>
    (await as(visitor).query<{ topic: string }>(`select topic from public.most_opened_topics() as topic`)).map(
      ({ topic }) => topic,
    )

  it('rank the five most opened topics of four weeks, without deleted ones, for everyone', async () => {
    await as(owner).change(
      `insert into public.topics_directory (topic, deleted_at)
       select 'Topic ' || chr(64 + n), case when n = 7 then now() end from generate_series(1, 8) n`,
    )
    const view = (letter: string, views: number, back = 0) => ({
      key: `topic:topic ${letter}`,
      day: back === 0 ? today : yesterday,
      views,
      clicks: 0,
    })
    await note([
      view('a', 3),
      view('b', 9),
      view('c', 1),
      view('g', 20),
      view('nothing', 30),
      { ...view('h', 1), key: 'topic h' },
    ])
    expect(await mostOpened()).toEqual(['Topic B', 'Topic A', 'Topic C'])
    await note([view('a', 8, 1), view('d', 4), view('e', 5), view('f', 6)])
    expect(await mostOpened()).toEqual(['Topic A', 'Topic B', 'Topic F', 'Topic E', 'Topic D'])
  })

  it('are deleted after four weeks', async () => {
    await as(owner).change(
      `insert into private.topic_views (topic_id, day, views)
       select id, $1::date - a.days, 7 from public.topics_directory, (values (28), (29)) a (days) where topic = 'Topic H'`,
      [today],
    )
    await note([])
    expect(await as(owner).query(`select day::text from private.topic_views where views = 7`)).toEqual([
      { day: await getDay(28) },
    ])
  })
})

describe('reports for admins', () => {
  type Comparison = {
    counted_from: string
    periods: {
      starts_on: string
      ends_on: string
      views: number | null
      clicks: number | null
      sales: number
      gross_kobo: number
      refunds: number
    }[]
    materials: { title: string; views: number; clicks: number; sales: number; gross_kobo: number }[]
    sources: { source: string; views: number; clicks: number; begun: number; paid: number; paid_kobo: number }[]
    others: number
  }
  const result = async (since: string, until: string, step = 'day', material: string | null = null) =>
    (
      await as(admin).query<{ it: Comparison }>(`select public.views_to_sales($1, $2, $3, $4) as it`, [
        since,
        until,
        step,
        material,
      ])
    )[0]?.it
  const oneDay = (day: string) => ({ starts_on: day, ends_on: day, refunds: 0 })

  beforeAll(async () => {
    const sell = async (slug: string, reference: string, paid: string) => {
      const [row] = await as(owner).query<{ sale_id: string }>(
        `select sale_id from private.record_sale($1, row('selar', $2, 350000, 10000, $3)::private.payment, 'hand')`,
        [ids[slug], reference, paid],
      )
      return row?.sale_id ?? ''
    }
    // Half past midnight in Lagos is yesterday in UTC.
    await sell('wound-care', 'ORDER-1', `${today}T00:30:00+01:00`)
    await sell('wound-care', 'ORDER-2', `${yesterday}T12:00:00+01:00`)
    const wrong = await sell('pain', 'ORDER-3', `${yesterday}T12:00:00+01:00`)
    await as(admin).query(`select public.reverse_sale($1, 'typed twice')`, [wrong])
  })

  it('show views and clicks and sales by period and material without reversed sales', async () => {
    const all = await result(yesterday, today)
    expect(all?.periods).toEqual([
      { ...oneDay(yesterday), views: 4, clicks: 3, sales: 1, gross_kobo: 350_000 },
      { ...oneDay(today), views: 14, clicks: 2, sales: 1, gross_kobo: 350_000 },
    ])
    expect(all?.materials).toMatchObject([
      { title: 'wound-care', views: 10, clicks: 5, sales: 2, gross_kobo: 700_000 },
      { title: 'sepsis', views: 5, clicks: 0, sales: 0, gross_kobo: 0 },
      { title: 'pain', views: 3, clicks: 0, sales: 0, gross_kobo: 0 },
    ])
    expect(all?.others).toBe(0)
    expect((await result(yesterday, today, 'week'))?.periods).toEqual([
      { starts_on: yesterday, ends_on: today, refunds: 0, views: 18, clicks: 5, sales: 2, gross_kobo: 700_000 },
    ])
    expect((await result(today, today, 'day', ids.sepsis))?.periods).toEqual([
      { ...oneDay(today), views: 5, clicks: 0, sales: 0, gross_kobo: 0 },
    ])
  })

  it('show chosen days without those after them', async () => {
    const before = await result(yesterday, yesterday)
    expect(before?.periods).toEqual([{ ...oneDay(yesterday), views: 4, clicks: 3, sales: 1, gross_kobo: 350_000 }])
    expect(before?.materials).toMatchObject([{ title: 'wound-care', views: 4, sales: 1 }])
  })

  it('count a sale that was refunded in full by the day of its payment', async () => {
    const day = await getDay(3)
    const [sale] = await as(owner).query<{ sale_id: string }>(
      `select sale_id from private.record_sale($1, row('selar', 'ORDER-9', 350000, 10000, $2)::private.payment, 'hand')`,
      [ids.pain, `${day}T12:00:00+01:00`],
    )
    await as(owner).query(`select private.record_refund($1, 'all-of-it', null, '', now())`, [sale?.sale_id])
    expect((await result(day, day, 'whole', ids.pain))?.periods).toMatchObject([{ sales: 1, refunds: 1, gross_kobo: 350_000 }])
  })

  it('have no views, rather than zero, before the first stored day', async () => {
    const [oldest, dayBefore] = [await getDay(730), await getDay(731)]
    const both = await result(dayBefore, oldest)
    expect(both?.counted_from).toBe(oldest)
    expect(both?.periods).toMatchObject([
      { starts_on: dayBefore, views: null, clicks: null, sales: 0 },
      { starts_on: oldest, views: 7, clicks: 0, sales: 0 },
    ])
    // Rows that are not yet deleted are not counted either.
    await as(owner).change(`insert into public.views_and_clicks (material_id, day, views) values ($1, $2, 9)`, [
      ids.sepsis,
      dayBefore,
    ])
    expect((await result(dayBefore, dayBefore))?.periods).toMatchObject([{ views: null, clicks: null }])
    await as(owner).change(`delete from public.views_and_clicks where day = $1`, [dayBefore])
  })

  it('are limited to ten years', async () => {
    await expect(result('2001-01-01', today, 'month')).rejects.toMatchObject({ code: '22023' })
    await expect(as(admin).query(`select * from public.views_and_sales_rows('2001-01-01', $1)`, [today])).rejects.toMatchObject({
      code: '22023',
    })
  })

  it('export every line of the chosen days once', async () => {
    const lines: { day: string; id: string; line: string }[] = []
    for (;;) {
      const last = lines.at(-1)
      const more = await as(admin).query<{ day: string; id: string; line: string }>(
        `select day::text, material_id as id, concat_ws(' ', title, views, clicks, sales, gross_kobo) as line
           from public.views_and_sales_rows($1, $2, $3, $4, 2)`,
        [yesterday, today, last?.day ?? null, last?.id ?? null],
      )
      lines.push(...more)
      if (more.length === 0) {
        break
      }
    }
    expect(lines.map(({ line }) => line).toSorted()).toEqual([
      'pain 3 0 0 0',
      'sepsis 5 0 0 0',
      'wound-care 4 3 1 350000',
      'wound-care 6 2 1 350000',
    ])
  })

  it('show the views and clicks of each source', async () => {
    const day = await getDay(20)
    const input = [
      { key: 'pain', day, source: 'whatsapp', views: 3, clicks: 1 },
      { key: 'sepsis', day, source: 'whatsapp', views: 2, clicks: 0 },
      { key: 'pain', day, source: 'google', views: 1, clicks: 1 },
      { key: 'pain', day, views: 1, clicks: 0 },
    ]
    await note(input)
    await note(input.slice(2, 3))
    const noOrders = { begun: 0, paid: 0, paid_kobo: 0 }
    expect((await result(day, day))?.sources).toEqual([
      { source: 'whatsapp', views: 5, clicks: 1, ...noOrders },
      { source: 'google', views: 2, clicks: 2, ...noOrders },
      { source: 'typed', views: 1, clicks: 0, ...noOrders },
    ])
    expect((await result(day, day, 'day', ids.sepsis))?.sources).toEqual([
      { source: 'whatsapp', views: 2, clicks: 0, ...noOrders },
    ])
    const lines = await as(admin).query(`select title, views::int, clicks::int from public.views_and_sales_rows($1, $1)`, [day])
    expect(lines).toEqual(
      expect.arrayContaining([
        { title: 'pain', views: 6, clicks: 3 },
        { title: 'sepsis', views: 2, clicks: 0 },
      ]),
    )
    expect(lines).toHaveLength(2)
  })

  it('export the same lines in pages of any length', async () => {
    // Days with views alone, with sales alone, and with both.
    const [since, between] = [await getDay(9), await getDay(6)]
    await as(owner).change(
      `insert into public.views_and_clicks (material_id, day, views) select id, d, 3
         from public.research_materials, unnest(array[$1, $2]::date[]) d where slug in ('pain', 'sepsis')`,
      [since, between],
    )
    for (const [reference, paid] of [
      ['PAGE-1', await getDay(8)],
      ['PAGE-2', between],
      ['PAGE-3', await getDay(4)],
    ] as const) {
      await as(owner).query(`select private.record_sale($1, row('selar', $2, 350000, 10000, $3)::private.payment, 'hand')`, [
        ids['wound-care'],
        reference,
        `${paid}T12:00:00+01:00`,
      ])
    }
    type Line = { day: string; material_id: string; views: number; sales: number }
    const page = (rows: number, last: Line | undefined) =>
      as(admin).query<Line>(
        `select day::text, material_id, views::int, sales::int from public.views_and_sales_rows($1, $2, $3, $4, $5)`,
        [since, today, last?.day ?? null, last?.material_id ?? null, rows],
      )
    const all = await page(1000, undefined)
    expect(all.filter(({ day }) => day < (yesterday ?? '') && day !== since)).toHaveLength(6)
    for (const rows of [1, 2, 3, 5]) {
      const lines: Line[] = []
      for (;;) {
        const more = await page(rows, lines.at(-1))
        lines.push(...more)
        if (more.length < rows) {
          break
        }
      }
      expect(lines, `pages of ${rows}`).toEqual(all)
    }
  })
})

it('an order keeps the source of its visit from its beginning to a refund, also once unpaid ones are deleted', async () => {
  const work = await payments.work()
  const begin = (source: string, email: string) => payments.begin(work.id, { email, source })
  const paid = await begin('facebook', 'first@mail.ng')
  await begin('facebook', 'second@mail.ng')
  await payments.settle(await begin('rep', 'third@mail.ng'))
  await payments.settle(paid)
  const read = async () =>
    (
      await as(admin).query<{ it: { sources: object[] } }>(`select public.views_to_sales($1, $1, 'day', $2) as it`, [
        today,
        work.id,
      ])
    )[0]?.it.sources
  const none = { views: 0, clicks: 0 }
  const rep = { source: 'rep', ...none, begun: 1, paid: 1, paid_kobo: 350_000 }
  expect(await read()).toEqual([{ source: 'facebook', ...none, begun: 2, paid: 1, paid_kobo: 350_000 }, rep])
  await as(owner).change(`update private.orders set created_at = now() - interval '31 days' where email = 'second@mail.ng'`, [])
  await as(secretKey).query(`select public.purge_unpaid_orders()`)
  await as(owner).change(`update private.orders set refunded_kobo = 50000 where id = $1`, [paid.id])
  expect(await read()).toEqual([{ source: 'facebook', ...none, begun: 2, paid: 1, paid_kobo: 300_000 }, rep])
})

it('sales beyond the sources are those without an order and those of orders of other days', async () => {
  const work = await payments.work()
  const paid = await payments.begin(work.id, { email: 'today@mail.ng', source: 'facebook' })
  const earlier = await payments.begin(work.id, { email: 'earlier@mail.ng', source: 'facebook' })
  await payments.settle(paid)
  await payments.settle(earlier)
  await as(owner).change(`update private.orders set created_at = created_at - interval '1 day' where id = $1`, [earlier.id])
  await as(owner).change(`update private.orders set refunded_kobo = 50000 where id = $1`, [paid.id])
  await as(owner).query(`select private.record_sale($1, row('selar', 'HAND-1', 250000, 0, now())::private.payment, 'hand')`, [
    work.id,
  ])
  const read = async (day: string) =>
    (
      await as(admin).query<{ it: { beyond_sources: object } }>(`select public.views_to_sales($1, $1, 'day', $2) as it`, [
        day,
        work.id,
      ])
    )[0]?.it.beyond_sources
  const none = { without_order: 0, without_order_kobo: 0, other_orders: 0, other_orders_kobo: 0, later: 0, later_kobo: 0 }
  expect(await read(today)).toEqual({
    ...none,
    without_order: 1,
    without_order_kobo: 250_000,
    other_orders: 1,
    other_orders_kobo: 350_000,
    refunded_kobo: 50_000,
  })
  expect(await read(yesterday)).toEqual({ ...none, later: 1, later_kobo: 350_000, refunded_kobo: 0 })
})

it('views and clicks are readable only for admins and recorded only with the secret key', async () => {
  await expect(as(visitor).query(`select from public.views_and_clicks`)).rejects.toMatchObject(noGrant)
  expect(await as(ada).query(`select from public.views_and_clicks`)).toEqual([])
  expect((await as(admin).query(`select from public.views_and_clicks`)).length).toBeGreaterThan(0)
  for (const user of [visitor, ada, admin]) {
    await expect(as(user).query(`select public.record_views_and_clicks(gen_random_uuid(), '[]')`)).rejects.toMatchObject(noGrant)
    await expect(
      as(user).query(`insert into public.views_and_clicks (material_id, day) values ($1, $2)`, [ids.pain, today]),
    ).rejects.toMatchObject(noGrant)
    await expect(as(user).query(`delete from public.views_and_clicks`)).rejects.toMatchObject(noGrant)
  }
  for (const call of [`views_to_sales('2026-01-01', '2026-01-02', 'day')`, `views_and_sales_rows('2026-01-01', '2026-01-02')`]) {
    await expect(as(visitor).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
    await expect(as(ada).query(`select public.${call}`)).rejects.toMatchObject({ message: 'Only admins do this' })
  }
})
