// Discount codes of students for their own works: who may create them, and whose share pays them.
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { type Account, badValue, gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, bola, admin, visitor, owner, as, signUp, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)
beforeAll(() => allow('on'))

const allow = (value: 'on' | 'off') =>
  as(owner).change(
    `insert into public.settings (group_name, setting_key, setting_value) values ('orders', 'student_codes', $1)
     on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value`,
    [value],
  )
const newAddress = () => `buyer-${randomUUID()}@mail.ng`
const slugOf = async (material: string) =>
  (await as(owner).query<{ slug: string }>(`select slug from public.research_materials where id = $1`, [material]))[0]?.slug ?? ''

type Wanted = { percent?: number; work?: string; last_day?: string | null; max_uses?: number | null }
/** Creates a code of 20 % for all of the student's works, unless something else is wanted. Returns it. */
async function create(student: Account, { percent = 20, work = '', last_day = null, max_uses = null }: Wanted = {}) {
  const [row] = await as(student).query<{ code: string | null }>(
    `select public.create_own_discount($1, $2, $3::date, $4) as code`,
    [percent, work, last_day, max_uses],
  )
  return row?.code ?? null
}
const own = (student: Account) =>
  as(student).query<{ id: string; code: string; uses: number; off: number; title: string | null; is_stopped: boolean }>(
    `select id, code, uses::integer as uses, off_kobo::float8 as off, title, is_stopped from public.own_discounts()`,
  )
/** Returns whether an order with the code begins at this price in naira. */
const begin = async (material: string, code: string | null, price: number) =>
  (await shop.begin(material, { code, price, email: newAddress() })).outcome

const sale = async (reference: string) =>
  (
    await as(owner).query<{ gross: number; share: number; off: number; rep: number }>(
      `select gross_kobo::float8 as gross, share_kobo::float8 as share, author_off_kobo::float8 as off, rep_kobo::float8 as rep
         from public.sales where order_reference = $1`,
      [reference],
    )
  )[0]

describe('a student', () => {
  it('creates a code that begins with their name, reads it and stops it, while other people do not', async () => {
    const author = await signUp(`author-${randomUUID()}@example.com`, { first_name: 'Ngozi' })
    const { id } = await shop.work(3000, author)
    const code = await create(author, { work: await slugOf(id), max_uses: 5 })
    expect(code).toMatch(/^NGOZI[0-9A-Z]{4}$/)
    const [stored] = await own(author)
    expect(stored).toMatchObject({ code, uses: 0, off: 0, title: await slugOf(id), is_stopped: false })
    expect(await own(bola)).toEqual([])
    expect(await as(bola).query(`select * from public.discount_codes where code = $1`, [code])).toEqual([])
    expect(await as(author).query(`select code from public.discount_codes`)).toEqual([{ code }])
    const end = (student: Account) =>
      as(student).query<{ done: boolean }>(`select public.stop_own_discount($1) as done`, [stored?.id])
    expect(await end(bola)).toEqual([{ done: false }])
    expect(await begin(id, code, 2400)).toBe('ok')
    expect(await end(author)).toEqual([{ done: true }])
    expect(await begin(id, code, 2400)).toBe('code_refused')
    await expect(create(visitor as Account)).rejects.toMatchObject(noGrant)
  })

  it.each([0, 41, 100])('has no code of %d percent', async (percent) => {
    await expect(create(ada, { percent })).rejects.toMatchObject(badValue)
  })

  it('has no code for the work of another student, and none when an admin allows none', async () => {
    const { id } = await shop.work(3000, bola)
    await expect(create(ada, { work: await slugOf(id) })).rejects.toMatchObject({ code: '42501' })
    const code = await create(bola)
    expect(await begin(id, code, 2400)).toBe('ok')
    await allow('off')
    await expect(create(bola)).rejects.toMatchObject({ code: '42501' })
    expect(await begin(id, code, 2400)).toBe('code_refused')
    await allow('on')
  })

  it('has ten codes in use at most', async () => {
    const author = await signUp(`author-${randomUUID()}@example.com`)
    const codes: (string | null)[] = []
    for (let at = 0; at < 11; at += 1) {
      codes.push(await create(author))
    }
    expect(codes.filter((code) => code !== null)).toHaveLength(10)
    expect(codes.at(-1)).toBeNull()
  })

  it('cannot write codes past the function, and an admin cannot give a code to a student', async () => {
    await expect(
      as(ada).query(`insert into public.discount_codes (code, kind, amount) values ('FREE', 'percent', 100)`),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      as(admin).query(`insert into public.discount_codes (code, kind, amount, profile_id) values ('HERS', 'percent', 10, $1)`, [
        ada.profileId,
      ]),
    ).rejects.toMatchObject(noGrant)
  })

  it('loses the codes with the account', async () => {
    const author = await signUp(`author-${randomUUID()}@example.com`)
    const { id } = await shop.work(3000, author)
    const code = await create(author)
    await as(owner).query(`delete from auth.users where id = $1`, [author.userId])
    expect(await begin(id, code, 2400)).toBe('code_refused')
    expect(await as(owner).query(`select is_stopped from public.discount_codes where code = $1`, [code])).toEqual([
      { is_stopped: true },
    ])
  })
})

describe('the amount that a student’s code takes off', () => {
  it('comes from the student’s share to the kobo, and never from the part of Lamplight', async () => {
    const author = await signUp(`author-${randomUUID()}@example.com`)
    const { id } = await shop.work(3000, author)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 20_000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 100 }),
        async (price, percent, share) => {
          await as(owner).change(`update public.research_materials set price = $2 where id = $1`, [id, price])
          await as(owner).change(`update public.material_shares set share_percent = $2 where material_id = $1`, [id, share])
          await as(owner).change(`update public.discount_codes set is_stopped = true where profile_id = $1`, [author.profileId])
          const code = await create(author, { percent })
          const taken = Math.min(percent, share - 10)
          const off = price * taken
          if (taken < 1 || price * 100 - off < 5000) {
            expect(await begin(id, code, price)).toBe('code_refused')
            return
          }
          const order = await shop.paid({ material: id, price: (price * 100 - off) / 100, code: code ?? '', email: newAddress() })
          const recorded = await sale(order.reference)
          expect(recorded).toMatchObject({ gross: price * 100 - off, share: price * share - off, off })
          expect((recorded?.gross ?? 0) - (recorded?.share ?? 0)).toBe(price * 100 - price * share)
          expect(recorded?.share).toBeGreaterThanOrEqual(price * 10)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is counted for the student, is on the statement, and goes back with a refund', async () => {
    const author = await signUp(`author-${randomUUID()}@example.com`)
    const { id } = await shop.work(3000, author)
    const code = await create(author)
    const order = await shop.paid({ material: id, price: 2400, code: code ?? '', email: newAddress() })
    expect(await own(author)).toMatchObject([{ uses: 1, off: 60_000 }])
    const statement = () =>
      as(author).query(
        `select kind, gross_kobo::float8 as gross, list_kobo::float8 as list, author_off_kobo::float8 as off, kobo::float8 as share
           from public.own_statement()`,
      )
    expect(await statement()).toEqual([{ kind: 'sale', gross: 240_000, list: 300_000, off: 60_000, share: 90_000 }])
    await as(owner).query(
      `select private.record_refund(s.id, 'R-' || s.id, null, 'why') from public.sales s where s.order_reference = $1`,
      [order.reference],
    )
    expect(await statement()).toMatchObject([{ kind: 'refund', share: -90_000 }, { kind: 'sale' }])
  })

  it('is kept when an admin records a reversed sale again', async () => {
    const author = await signUp(`author-${randomUUID()}@example.com`)
    const { id } = await shop.work(3000, author)
    const code = await create(author)
    const order = await shop.paid({ material: id, price: 2400, code: code ?? '', email: newAddress() })
    const [first] = await as(owner).query<{ id: string }>(`select id from public.sales where order_reference = $1`, [
      order.reference,
    ])
    await as(owner).query(`select private.reverse_sale($1, 'wrong')`, [first?.id])
    await as(admin).query(`select public.retry_unmatched_sale($1, 240000, now(), 0)`, [first?.id])
    expect(
      await as(owner).query(
        `select share_kobo::float8 as share, attempt from public.sales where order_reference = $1 order by attempt`,
        [order.reference],
      ),
    ).toEqual([
      { share: 90_000, attempt: 1 },
      { share: 90_000, attempt: 2 },
    ])
  })

  it('is no discount on the works of another student or of Lamplight', async () => {
    const code = await create(ada)
    const { id: hers } = await shop.work(3000, bola)
    expect(await begin(hers, code, 2400)).toBe('code_refused')
  })
})
