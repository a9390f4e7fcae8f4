// public.views_and_clicks: counts of processes by material and day, and their reports for admins beside the sales.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Counted = { key: string; day: string; views: number; clicks: number }
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

describe('reports for admins', () => {
  type Comparison = {
    days: { day: string; views: number; clicks: number; sales: number; gross_kobo: number }[]
    materials: { title: string; views: number; clicks: number; sales: number; gross_kobo: number }[]
    others: number
  }
  const result = async (shown: number, material: string | null = null) =>
    (await as(admin).query<{ told: Comparison }>(`select public.views_to_sales($1, $2) as told`, [shown, material]))[0]?.told

  beforeAll(async () => {
    const sell = async (slug: string, reference: string, paid: string) => {
      const [row] = await as(secretKey).query<{ sale_id: string }>(
        `select sale_id from public.record_sale($1, 'selar', $2, 350000, 10000, $3)`,
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

  it('show views and clicks and sales by day and material without reversed sales', async () => {
    const all = await result(2)
    expect(all?.days).toEqual([
      { day: yesterday, views: 4, clicks: 3, sales: 1, gross_kobo: 350_000 },
      { day: today, views: 14, clicks: 2, sales: 1, gross_kobo: 350_000 },
    ])
    expect(all?.materials).toMatchObject([
      { title: 'wound-care', views: 10, clicks: 5, sales: 2, gross_kobo: 700_000 },
      { title: 'sepsis', views: 5, clicks: 0, sales: 0, gross_kobo: 0 },
      { title: 'pain', views: 3, clicks: 0, sales: 0, gross_kobo: 0 },
    ])
    expect(all?.others).toBe(0)
    expect((await result(1, ids.sepsis))?.days).toEqual([{ day: today, views: 5, clicks: 0, sales: 0, gross_kobo: 0 }])
    expect((await result(0))?.days).toHaveLength(1)
    expect((await result(1000))?.days).toHaveLength(90)
  })

  it('show as many days before the last ones', async () => {
    const [row] = await as(admin).query<{ before: Comparison }>(`select public.views_to_sales(1, null, 1) as before`)
    expect(row?.before.days).toEqual([{ day: yesterday, views: 4, clicks: 3, sales: 1, gross_kobo: 350_000 }])
    expect(row?.before.materials).toMatchObject([{ title: 'wound-care', views: 4, sales: 1 }])
  })

  it('export every line once', async () => {
    const lines: { day: string; id: string; line: string }[] = []
    for (;;) {
      const last = lines.at(-1)
      const more = await as(admin).query<{ day: string; id: string; line: string }>(
        `select day::text, material_id as id, concat_ws(' ', title, views, clicks, sales, gross_kobo) as line
           from public.views_and_sales_rows($1, $2, 2)`,
        [last?.day ?? null, last?.id ?? null],
      )
      lines.push(...more)
      if (more.length === 0) {
        break
      }
    }
    expect(
      lines
        .filter(({ day }) => day >= yesterday)
        .map(({ line }) => line)
        .toSorted(),
    ).toEqual(['pain 3 0 0 0', 'sepsis 5 0 0 0', 'wound-care 4 3 1 350000', 'wound-care 6 2 1 350000'])
    expect(lines).toHaveLength(5)
  })
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
  for (const call of ['views_to_sales()', 'views_and_sales_rows()']) {
    await expect(as(visitor).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
    await expect(as(ada).query(`select public.${call}`)).rejects.toMatchObject({ message: 'Only admins do this' })
  }
})
