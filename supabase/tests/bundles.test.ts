// Bundles: who may create one and of what, their files, what an owner of a part pays, and shares and refunds.
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, bola, admin, visitor, owner, secretKey, as, stop } = people
const { work, begin, settle, paid } = getPaymentServices(people)
afterAll(stop)

const slugOf = async (id: string) =>
  (await as(owner).query<{ slug: string }>(`select slug from public.research_materials where id = $1`, [id]))[0]?.slug ?? ''
const create = async (ids: string[], naira: number, name = 'Three for the ward', user = admin) => {
  const slugs = await Promise.all(ids.map(slugOf))
  const [row] = await as(user).query<{ outcome: string; id: string }>(
    `select * from public.create_bundle($1, $2, $3, 'For finals', 'study_aid')`,
    [name, slugs, naira],
  )
  return row
}
/** Creates a bundle of works at these prices and puts it on sale; returns its id and theirs. */
async function onSale(prices: number[], naira: number, student = ada) {
  const works: string[] = []
  for (const price of prices) {
    works.push((await work(price, student)).id)
  }
  const created = await create(works, naira)
  expect(created?.outcome).toBe('ok')
  const id = created?.id ?? ''
  await as(admin).change(`update public.research_materials set published_at = now(), sold_here = true where id = $1`, [id])
  return { id, works }
}
const bought = (order: { hash: string }) =>
  as(secretKey).query<{ it: { files: { position: number; label: string }[]; gives_file: boolean } }>(
    `select public.order_by_token($1) as it`,
    [order.hash],
  )

it('are made by editors, of two to ten works of one author with one share, below their sum', async () => {
  const [one, two, other] = [await work(2000), await work(3000), await work(1000, bola)]
  expect(await create([one.id], 1000)).toMatchObject({ outcome: 'too_few' })
  expect(await create([one.id, two.id], 5000)).toMatchObject({ outcome: 'not_below' })
  expect(await create([one.id, other.id], 2000)).toMatchObject({ outcome: 'not_one_author' })
  const made = await create([one.id, two.id], 4000)
  expect(made).toMatchObject({ outcome: 'ok' })
  expect(await create([made?.id ?? '', two.id], 4000)).toMatchObject({ outcome: 'in_a_bundle' })
  await as(owner).change(`update public.material_shares set share_percent = 60 where material_id = $1`, [two.id])
  expect(await create([one.id, two.id], 4000)).toMatchObject({ outcome: 'other_share' })
  const [unknown] = await as(admin).query(
    `select outcome from public.create_bundle('x', array['no-such-work', 'nor-this'], 5, '', 'thesis')`,
  )
  expect(unknown).toEqual({ outcome: 'unknown_work' })
  for (const user of [visitor, secretKey]) {
    await expect(as(user).query(`select public.create_bundle('x', '{}', 1, '', '')`)).rejects.toMatchObject(noGrant)
  }
  await expect(create([one.id, two.id], 4000, 'x', ada)).rejects.toMatchObject({ message: expect.stringMatching(/^Only admins/) })
})

it('give the files of all works, and none while one of them has no file', async () => {
  const { id, works } = await onSale([2000, 3000, 1500], 5000)
  const order = await paid({ material: id, price: 5000, email: 'all@three.ng' })
  const [row] = await bought(order)
  expect(row?.it.files.map(({ position }) => position)).toEqual([21, 41, 61])
  expect(new Set(row?.it.files.map(({ label }) => label)).size).toBe(3)
  const file = (position: number) =>
    as(secretKey).query<{ it: { outcome: string } }>(`select public.order_file($1, $2) as it`, [order.hash, position])
  expect((await file(41))[0]?.it.outcome).toBe('ok')
  expect((await file(2))[0]?.it.outcome).toBe('no_file')
  // An upload that a bundle sold stays for its buyers.
  await expect(
    as(owner).change(
      `delete from public.material_uploads where id = (select upload_id from public.material_shares where material_id = $1)`,
      [works[1]],
    ),
  ).rejects.toMatchObject({ code: '42501' })
  await as(owner).change(
    `update public.material_uploads set file_removed_at = now()
      where id = (select upload_id from public.material_shares where material_id = $1)`,
    [works[2]],
  )
  expect(await begin(id, { price: 5000, email: 'late@three.ng' })).toMatchObject({ outcome: 'not_sold' })
})

it('pay the author half of what was paid, and a refund takes all of it back', async () => {
  const { id } = await onSale([2000, 3000], 4000)
  const order = await paid({ material: id, price: 4000, email: 'refund@bundle.ng' })
  const [sale] = await as(owner).query<{ id: string }>(
    `select s.id, s.share_kobo::int, s.gross_kobo::int from public.sales s join private.orders o on o.sale_id = s.id where o.id = $1`,
    [order.id],
  )
  expect(sale).toMatchObject({ share_kobo: 200_000, gross_kobo: 400_000 })
  await as(owner).query(`select * from private.record_refund($1, 'bundle-back', null, '', now())`, [sale?.id])
  const [left] = await as(owner).query(`select remaining_kobo::int from private.sale_shares where sale_id = $1`, [sale?.id])
  expect(left).toEqual({ remaining_kobo: 0 })
})

it('an account pays for the works that it does not have, rounded up to a kobo, and never more than the price', async () => {
  await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [bola.userId])
  const [account] = await as(owner).query<{ email: string }>(`select email from auth.users where id = $1`, [bola.userId])
  const email = account?.email ?? ''
  const price = async (id: string, user = bola) =>
    (
      await as(user).query<{ kobo: number; owned: number }>(`select kobo::int, owned from public.own_bundle_price($1, 'live')`, [
        id,
      ])
    )[0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 100, max: 9000 }), fc.boolean()), { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 10, max: 99 }),
      async (parts, percent) => {
        const sum = parts.reduce((all, [naira]) => all + naira, 0)
        const naira = Math.max(1, Math.floor((sum * percent) / 100))
        const { id, works } = await onSale(
          parts.map(([of]) => of),
          naira,
        )
        for (const [at, [of, isOwned]] of parts.entries()) {
          if (isOwned) {
            await paid({ material: works[at] ?? '', price: of, email })
          }
        }
        const rest = parts.filter(([, isOwned]) => !isOwned).reduce((all, [of]) => all + of, 0)
        const owned = parts.filter(([, isOwned]) => isOwned).length
        const left = Math.ceil((naira * 100 * rest) / sum)
        // Paystack charges 50 naira at least.
        const kobo = owned > 0 && left < 5000 ? 0 : left
        expect(await price(id)).toEqual({ kobo, owned })
        expect(await price(id, ada)).toEqual({ kobo: naira * 100, owned: 0 })
        const [order] = await as(secretKey).query<{ outcome: string; amount_kobo: number }>(
          `select outcome, amount_kobo::int from public.create_order($1, $2, $3, 'live', $4, $5)`,
          [id, email, kobo / 100, 'a'.repeat(40) + id.replaceAll('-', '').slice(0, 24), bola.userId],
        )
        expect(order).toEqual({ outcome: 'ok', amount_kobo: kobo })
        // A visitor who types the address pays the price: nobody learns what it has bought.
        expect((await begin(id, { price: naira, email })).outcome).toBe('ok')
      },
    ),
    { numRuns: 6 },
  )
})

it('pages read the works of a bundle and the bundles of a work, once they are on sale', async () => {
  const { id, works } = await onSale([2000, 3000], 4000)
  const read = async (of: string | undefined) =>
    (await as(visitor).query<{ it: { works: object[]; bundles: object[] } }>(`select public.bundle_works($1) as it`, [of]))[0]?.it
  expect((await read(id))?.works).toMatchObject([{ price: 2000 }, { price: 3000 }])
  expect((await read(works[0]))?.bundles).toMatchObject([{ price: 4000, works: 2, sum: 5000 }])
  await as(owner).change(`update public.research_materials set published_at = null where id = $1`, [id])
  expect(await read(works[0])).toEqual({ works: [], bundles: [] })
  expect((await read(id))?.works).toEqual([])
})

it('a code is never added to what an account saves by its works, and the lower price counts', async () => {
  const { id, works } = await onSale([1000, 3000], 2000)
  await as(owner).change(`insert into public.discount_codes (code, kind, amount) values ('BUNDLE10', 'percent', 10)`, [])
  const [account] = await as(owner).query<{ email: string }>(`select email from auth.users where id = $1`, [bola.userId])
  const email = account?.email ?? ''
  await settle(await begin(works[0] ?? '', { price: 1000, email }))
  const [order] = await as(secretKey).query<{ outcome: string; amount_kobo: number }>(
    `select outcome, amount_kobo::int from public.create_order($1, $2, 1500, 'live', $3, $4, 'BUNDLE10')`,
    [id, email, 'b'.repeat(64), bola.userId],
  )
  expect(order).toEqual({ outcome: 'ok', amount_kobo: 150_000 })
  // It took nothing off, so it was not used.
  expect(await as(owner).query(`select 1 from private.orders where discount_code = 'BUNDLE10'`)).toEqual([])
})

/** Confirms the address of an account, and returns it. */
async function confirmed(account: typeof bola): Promise<string> {
  await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [account.userId])
  const [row] = await as(owner).query<{ email: string }>(`select email from auth.users where id = $1`, [account.userId])
  return row?.email ?? ''
}
let hashes = 0
/** Begins an order of a bundle as an account, for what it pays; returns the order. */
async function beginAs(account: typeof bola, material: string) {
  const email = await confirmed(account)
  const hash = (hashes += 1).toString(16).padStart(64, 'c')
  const [price] = await as(account).query<{ kobo: number }>(`select kobo::int from public.own_bundle_price($1, 'live')`, [
    material,
  ])
  const [row] = await as(secretKey).query<{ outcome: string; id: string; reference: string; amount_kobo: number }>(
    `select outcome, id, reference, amount_kobo::int from public.create_order($1, $2, $3, 'live', $4, $5)`,
    [material, email, (price?.kobo ?? 0) / 100, hash, account.userId],
  )
  return { material, hash, ...(row ?? { outcome: 'none', id: '', reference: '', amount_kobo: 0 }) }
}

it('a work of which test money was paid takes nothing off with real money', async () => {
  const { id, works } = await onSale([2000, 3000], 3500)
  await paid({ material: works[0] ?? '', price: 2000, email: await confirmed(bola), mode: 'test' })
  const price = (mode: string) => as(bola).query(`select kobo::int, owned from public.own_bundle_price($1, $2)`, [id, mode])
  expect(await price('live')).toEqual([{ kobo: 350_000, owned: 0 }])
  expect(await price('test')).toEqual([{ kobo: 210_000, owned: 1 }])
})

it('a rest below the 50 naira that Paystack charges at least is free', async () => {
  const { id, works } = await onSale([9000, 40], 100)
  await paid({ material: works[0] ?? '', price: 9000, email: await confirmed(bola) })
  expect(await beginAs(bola, id)).toMatchObject({ outcome: 'ok', amount_kobo: 0 })
})

it('an order whose work took something off a bundle says how much, until the bundle is refunded', async () => {
  const { id, works } = await onSale([2000, 2000], 3500)
  const first = await paid({ material: works[0] ?? '', price: 2000, email: await confirmed(bola) })
  const off = async () =>
    (
      await as(admin).query<{ off: { id: string; kobo: number } | null }>(
        `select public.order_details($1) -> 'bundle_off' as off`,
        [first.id],
      )
    )[0]?.off
  expect(await off()).toBeNull()
  const bundle = await beginAs(bola, id)
  expect(bundle.amount_kobo).toBe(175_000)
  expect(await off()).toBeNull()
  await settle(bundle)
  expect(await off()).toMatchObject({ id: bundle.id, kobo: 175_000 })
  await as(owner).change(`update private.orders set refund_state = 'processed' where id = $1`, [bundle.id])
  expect(await off()).toBeNull()
})

it('owners of a bundle are owners of its works', async () => {
  const { id, works } = await onSale([2000, 3000], 3500)
  const [part = '', other = ''] = works
  const email = await confirmed(bola)
  const begun = await begin(part, { price: 2000, email })
  const bundle = await paid({ material: id, price: 3500, email })
  const purchase = (material: string) => as(bola).query(`select id, material_id from public.own_purchase($1)`, [material])
  expect(await purchase(part)).toEqual([{ id: bundle.id, material_id: id }])
  expect(await as(ada).query(`select id from public.own_purchase($1)`, [part])).toEqual([])
  const [stars] = await as(bola).query(`select public.own_stars($1) -> 'may_rate' as it`, [part])
  expect(stars).toEqual({ it: true })
  // The payment of the work that was begun before is not reminded.
  const emails = async (template: string, order: { id: string }) =>
    (
      await as(owner).query<{ it: object }>(
        `select details as it from public.outbox where recipient = $1 and template = $2 and order_id = $3`,
        [email, template, order.id],
      )
    ).map((row) => row.it)
  await as(owner).query(`select private.remind_buyers(now() + interval '2 hours', 100)`)
  expect(await emails('order-unfinished', begun)).toEqual([])
  // A second payment is asked about, and its buyer told.
  const again = await begin(other, { price: 3000, email })
  expect(await emails('order-owned', bundle)).toMatchObject([{ reference: bundle.reference, wanted: await slugOf(other) }])
  await settle(again)
  expect(await as(owner).query(`select duplicate_of from private.orders where id = $1`, [again.id])).toEqual([
    { duplicate_of: bundle.id },
  ])
})

const changePrices = (changes: { id: string; old_price: number; price: number }[], user = admin) =>
  as(user).query<{ id: string; outcome: string }>(`select id, outcome from public.change_prices($1)`, [JSON.stringify(changes)])
const priceOf = async (id: string) =>
  (await as(owner).query<{ price: number }>(`select price from public.research_materials where id = $1`, [id]))[0]?.price

it('change their price with the works, and stay below their sum', async () => {
  const { id, works } = await onSale([2000, 3000], 4500)
  const [one = '', two = ''] = works
  expect(await changePrices([{ id, old_price: 4500, price: 5000 }])).toMatchObject([{ outcome: 'not_below' }])
  await expect(as(admin).change(`update public.research_materials set price = 5000 where id = $1`, [id])).rejects.toMatchObject({
    hint: 'not_below',
  })
  const outcomes = await changePrices([
    { id, old_price: 4500, price: 9000 },
    { id: one, old_price: 2000, price: 4000 },
    { id: two, old_price: 3000, price: 6000 },
  ])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok'])
  expect(outcomes.at(-1)?.id).toBe(id)
  expect([await priceOf(id), await priceOf(one), await priceOf(two)]).toEqual([9000, 4000, 6000])
})

it('keep a price that is not the one that the admin saw', async () => {
  const { id } = await work(2000)
  expect(await changePrices([{ id, old_price: 1900, price: 2500 }])).toMatchObject([{ outcome: 'changed' }])
  expect(await changePrices([{ id, old_price: 2000, price: 2000 }])).toMatchObject([{ outcome: 'same' }])
  await as(owner).change(`update public.research_materials set deleted_at = now() where id = $1`, [id])
  expect(await changePrices([{ id, old_price: 2000, price: 2500 }])).toMatchObject([{ outcome: 'gone' }])
  expect(await priceOf(id)).toBe(2000)
  await expect(changePrices([], ada)).rejects.toMatchObject({ message: expect.stringMatching(/^Only admins/) })
  for (const user of [visitor, secretKey]) {
    await expect(as(user).query(`select public.change_prices('[]')`)).rejects.toMatchObject(noGrant)
  }
})

const changeWorks = async (id: string, works: string[], user = admin) =>
  (
    await as(user).query<{ outcome: string }>(`select public.change_bundle($1, $2) as outcome`, [
      id,
      await Promise.all(works.map(slugOf)),
    ])
  )[0]?.outcome
const worksOf = async (id: string) =>
  (
    await as(owner).query<{ id: string }>(
      `select part_id as id from private.bundle_parts where bundle_id = $1 order by position`,
      [id],
    )
  ).map((part) => part.id)

it('have their works changed and reordered until they are bought, and then only added to', async () => {
  const { id, works } = await onSale([2000, 3000], 3500)
  const [one = '', two = ''] = works
  const [third, other] = [await work(1000), await work(1000, bola)]
  expect(await changeWorks(id, [two, one])).toBe('ok')
  expect(await worksOf(id)).toEqual([two, one])
  expect(await changeWorks(id, [one, third.id])).toBe('not_below')
  expect(await changeWorks(id, [one, other.id])).toBe('not_one_author')
  expect(await changeWorks(id, [one, id])).toBe('in_a_bundle')
  expect(await changeWorks(one, [two, third.id])).toBe('unknown_work')
  const [foreign, second] = [await work(3000, bola), await work(3000, bola)]
  expect(await changeWorks(id, [foreign.id, second.id])).toBe('not_one_author')
  await paid({ material: id, price: 3500, email: 'kept@two.ng' })
  expect(await changeWorks(id, [one, two])).toBe('sold')
  expect(await changeWorks(id, [two, one, third.id])).toBe('ok')
  expect(await worksOf(id)).toEqual([two, one, third.id])
  await expect(changeWorks(id, [two, one], ada)).rejects.toMatchObject({ message: expect.stringMatching(/^Only admins/) })
})

it('are chosen from works whose seller admins see', async () => {
  const one = await work(2000)
  const slug = await slugOf(one.id)
  const sellers = (user: typeof visitor = admin) => as(user).query(`select * from public.work_sellers($1)`, [[slug]])
  expect(await sellers()).toEqual([{ slug, profile_id: ada.profileId, student: expect.stringMatching(/Ada/) }])
  await expect(sellers(ada)).rejects.toMatchObject({ message: expect.stringMatching(/^Only admins/) })
  await expect(sellers(visitor)).rejects.toMatchObject(noGrant)
})
