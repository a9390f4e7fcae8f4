// Discount codes: who may write them, what they take off, and how their uses are counted.
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { badValue, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, signUp, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

type Columns = {
  code?: string
  kind?: string
  amount?: number
  category?: string | null
  works?: string
  first_day?: string | null
  last_day?: string | null
  max_uses?: number | null
}
let codes = 0
/** Adds a code of 20 % for all works, unless the columns say otherwise. Returns it. */
async function addCode(columns: Columns = {}, user: CurrentUser = admin): Promise<string> {
  const row = { code: `CODE${(codes += 1)}`, kind: 'percent', amount: 20, ...columns }
  const names = Object.keys(row)
  await as(user).query(
    `insert into public.discount_codes (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  )
  return row.code
}
const check = async (code: string, material: string, { address = '', mode = 'live' } = {}) =>
  (
    await as(secretKey).query<{ outcome: string; stored_code: string | null; to_pay_kobo: number | null }>(
      `select outcome, stored_code, to_pay_kobo::float8 as to_pay_kobo from public.check_discount($1, $2, $3, $4)`,
      [code, material, address, mode],
    )
  )[0]
const outcomeOf = async (...parameters: Parameters<typeof check>) => (await check(...parameters))?.outcome
const newAddress = () => `buyer-${randomUUID()}@mail.ng`
const getDay = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const age = (order: { id: string }) =>
  as(owner).change(`update private.orders set created_at = now() - interval '61 minutes' where id = $1`, [order.id])

describe('permissions', () => {
  async function withRole(role: string) {
    const account = await signUp(`${role}-${randomUUID()}@example.com`)
    await as(owner).change(
      `update public.profiles set user_type = 'Admin', admin_roles = array[$2::public.admin_role] where id = $1`,
      [account.profileId, role],
    )
    return account
  }

  it('let owners and admins of money read, add and change codes', async () => {
    for (const user of [admin, await withRole('money')]) {
      const code = await addCode({}, user)
      expect(await as(user).change(`update public.discount_codes set is_stopped = true where code = $1`, [code])).toBe(1)
      expect(await as(user).query(`select is_stopped from public.discount_codes where code = $1`, [code])).toEqual([
        { is_stopped: true },
      ])
      await expect(as(user).change(`delete from public.discount_codes`)).rejects.toMatchObject(noGrant)
    }
  })

  it('hide codes from students and from other admins, who cannot write them', async () => {
    const code = await addCode()
    for (const user of [ada, await withRole('editor'), await withRole('reviewer')]) {
      expect(await as(user).query(`select * from public.discount_codes`)).toEqual([])
      await expect(addCode({}, user)).rejects.toMatchObject(noPolicy)
      expect(await as(user).change(`update public.discount_codes set amount = 100 where code = $1`, [code])).toBe(0)
    }
    await expect(as(visitor).query(`select * from public.discount_codes`)).rejects.toMatchObject(noGrant)
    await expect(addCode({}, visitor)).rejects.toMatchObject(noGrant)
  })

  it('let the site’s process alone check a code', async () => {
    const { id } = await shop.work()
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(`select public.check_discount('A', $1, '', 'live')`, [id])).rejects.toMatchObject(noGrant)
    }
  })

  it('log what an admin adds and changes', async () => {
    const code = await addCode()
    await as(admin).change(`update public.discount_codes set amount = 30 where code = $1`, [code])
    expect(
      await as(owner).query(
        `select action, details -> 'changes' -> 'amount' as amount from public.audit_log where details ->> 'name' = $1 order by id`,
        [code],
      ),
    ).toEqual([
      { action: 'discount.added', amount: [null, 20] },
      { action: 'discount.changed', amount: [20, 30] },
    ])
  })
})

describe('stored codes', () => {
  it.each<[string, Columns]>([
    ['small letters', { code: 'nurse20' }],
    ['more than all of the price', { amount: 101 }],
    ['nothing off', { amount: 0 }],
    ['no use', { max_uses: 0 }],
    ['an end before its beginning', { first_day: '2026-12-02', last_day: '2026-12-01' }],
    ['an unknown category', { category: 'poem' }],
  ])('may not have %s', async (_what, columns) => {
    await expect(addCode(columns)).rejects.toMatchObject(badValue)
  })

  it('find their works by slug, also by a former one, and follow them to another', async () => {
    const { id } = await shop.work()
    const { id: other } = await shop.work()
    const slug = `moved-${randomUUID()}`
    await as(admin).change(`update public.research_materials set slug = $2 where id = $1`, [id, `${slug}-before`])
    await as(admin).change(`update public.research_materials set slug = $2 where id = $1`, [id, slug])
    for (const line of [slug, `${slug}-before`]) {
      const code = await addCode({ works: `\n${line}\r\n` })
      await as(admin).change(`update public.research_materials set slug = $2 where id = $1`, [id, `${slug}-later`])
      expect([await outcomeOf(code, id), await outcomeOf(code, other)]).toEqual(['ok', 'other_work'])
      await as(admin).change(`update public.research_materials set slug = $2 where id = $1`, [id, slug])
    }
    await expect(addCode({ works: `${slug}\nno-such-work` })).rejects.toMatchObject({
      message: 'No work has the address no-such-work',
    })
  })

  const worksOf = async (code: string) =>
    (
      await as(admin).query<{ works: string; material_ids: string[] }>(
        `select works, material_ids from public.discount_codes where code = $1`,
        [code],
      )
    )[0]
  const save = async (code: string, works?: string) =>
    as(admin).change(`update public.discount_codes set works = $2, amount = 30 where code = $1`, [
      code,
      works ?? (await worksOf(code))?.works,
    ])
  const rename = (id: string, slug: string) =>
    as(admin).change(`update public.research_materials set slug = $2 where id = $1`, [id, slug])

  it('keep a work whose address another work took', async () => {
    const [{ id }, { id: other }] = [await shop.work(), await shop.work()]
    const slug = `taken-${randomUUID()}`
    await rename(id, slug)
    const code = await addCode({ works: slug })
    await rename(id, `${slug}-later`)
    await rename(other, slug)
    expect(await worksOf(code)).toEqual({ works: `${slug}-later`, material_ids: [id] })
    await save(code)
    expect([await outcomeOf(code, id), await outcomeOf(code, other)]).toEqual(['ok', 'other_work'])
  })

  it('keep a deleted work when other columns are saved, also if its address changes', async () => {
    const { id } = await shop.work()
    const slug = `deleted-${randomUUID()}`
    await rename(id, slug)
    const code = await addCode({ works: slug })
    await as(admin).change(`update public.research_materials set deleted_at = now() where id = $1`, [id])
    expect(await save(code)).toBe(1)
    await rename(id, `${slug}-later`)
    expect(await worksOf(code)).toEqual({ works: `${slug}-later`, material_ids: [id] })
    await expect(addCode({ works: `${slug}-later` })).rejects.toMatchObject(badValue)
  })

  it('do not become codes for all works when the last work is removed', async () => {
    const { id } = await shop.work()
    const slug = `last-${randomUUID()}`
    await rename(id, slug)
    const code = await addCode({ works: slug })
    await expect(save(code, '')).rejects.toMatchObject({ ...badValue, hint: 'for_all_works' })
    expect(
      await as(admin).change(`update public.discount_codes set works = '', category = 'seminar' where code = $1`, [code]),
    ).toBe(1)
  })
})

describe('a code at the checkout', () => {
  it('is recognised in any case and with spaces', async () => {
    const { id } = await shop.work()
    const code = await addCode()
    expect(await check(` ${code.toLowerCase().split('').join(' ')}\t`, id)).toEqual({
      outcome: 'ok',
      stored_code: code,
      to_pay_kobo: 280_000,
    })
  })

  it('has one reason why it is refused', async () => {
    const { id } = await shop.work()
    expect(await outcomeOf('NOSUCH', id)).toBe('unknown')
    expect(await outcomeOf(await addCode({ last_day: getDay(-1) }), id)).toBe('ended')
    expect(await outcomeOf(await addCode({ first_day: getDay(1) }), id)).toBe('not_begun')
    expect(await outcomeOf(await addCode({ first_day: getDay(0), last_day: getDay(0) }), id)).toBe('ok')
    expect(await outcomeOf(await addCode({ category: 'proposal' }), id)).toBe('other_work')
    expect(await outcomeOf(await addCode({ category: 'seminar' }), id)).toBe('ok')
    const stopped = await addCode()
    await as(admin).change(`update public.discount_codes set is_stopped = true where code = $1`, [stopped])
    expect(await outcomeOf(stopped, id)).toBe('ended')
    const deleted = await addCode()
    await as(admin).change(`update public.discount_codes set deleted_at = now() where code = $1`, [deleted])
    expect(await outcomeOf(deleted, id)).toBe('unknown')
  })

  it('begins and ends with days in Lagos', async () => {
    const { id } = await shop.work()
    const code = await addCode({ first_day: '2026-12-01', last_day: '2026-12-01' })
    const at = async (time: string) =>
      (
        await as(owner).query<{ outcome: string }>(`select outcome from private.check_discount($1, $2, '', 'live', $3)`, [
          code,
          id,
          time,
        ])
      )[0]?.outcome
    expect([await at('2026-11-30T22:59:59Z'), await at('2026-11-30T23:00:00Z')]).toEqual(['not_begun', 'ok'])
    expect([await at('2026-12-01T22:59:59Z'), await at('2026-12-01T23:00:00Z')]).toEqual(['ok', 'ended'])
  })

  it('creates no order when it is refused, or when the buyer saw another price', async () => {
    const { id } = await shop.work()
    const code = await addCode()
    expect((await shop.begin(id, { code: 'NOSUCH', price: 2800 })).outcome).toBe('code_refused')
    expect((await shop.begin(id, { code, price: 2800, email: ' ' })).outcome).toBe('code_refused')
    for (const price of [3500, 2799, 2800.01]) {
      expect((await shop.begin(id, { code, price })).outcome).toBe('price_changed')
    }
    expect(await as(owner).query(`select from private.orders where material_id = $1`, [id])).toEqual([])
  })

  it('does not change an order that has begun when it is changed, stopped or deleted', async () => {
    const { id } = await shop.work()
    const code = await addCode()
    const order = await shop.begin(id, { code, price: 2800, email: newAddress() })
    await as(admin).change(
      `update public.discount_codes set amount = 5, is_stopped = true, deleted_at = now(), code = $1 || 'X' where code = $1`,
      [code],
    )
    expect(await shop.settle(order)).toBe('paid')
    expect(
      await as(owner).query(
        `select amount_kobo::float8 as amount, list_kobo::float8 as list, discount_code as code from private.orders where id = $1`,
        [order.id],
      ),
    ).toEqual([{ amount: 280_000, list: 350_000, code }])
  })

  it('refuses a payment of the price without the discount as the wrong amount', async () => {
    const { id } = await shop.work()
    const order = await shop.begin(id, { code: await addCode(), price: 2800, email: newAddress() })
    expect(await shop.settle(order, { amount: 350_000 })).toBe('wrong')
  })
})

describe('uses', () => {
  it('are one for each address, in any case, and for each mode of their own', async () => {
    const { id } = await shop.work()
    const code = await addCode()
    await shop.paid({ material: id, code, price: 2800, email: 'Once@Mail.ng' })
    expect(await outcomeOf(code, id, { address: ' once@mail.NG ' })).toBe('used_before')
    expect((await shop.begin(id, { code, price: 2800, email: 'once@mail.ng' })).outcome).toBe('code_refused')
    expect(await outcomeOf(code, id, { address: 'once@mail.ng', mode: 'test' })).toBe('ok')
    expect(await outcomeOf(code, id, { address: newAddress() })).toBe('ok')
  })

  it('are reserved for an hour by an unpaid order, which its buyer may begin again', async () => {
    const [{ id }, { id: other }] = [await shop.work(), await shop.work()]
    const code = await addCode({ max_uses: 1 })
    const email = newAddress()
    const order = await shop.begin(id, { code, price: 2800, email })
    expect(await outcomeOf(code, id, { address: email })).toBe('ok')
    expect(await outcomeOf(code, other, { address: email })).toBe('used_before')
    expect(await outcomeOf(code, id, { address: newAddress() })).toBe('used_up')
    await age(order)
    expect(await outcomeOf(code, other, { address: email })).toBe('ok')
    // The buyer still had the page of Paystack open: what was promised is honoured, and counted.
    expect(await shop.settle(order)).toBe('paid')
    expect(await outcomeOf(code, id, { address: newAddress() })).toBe('used_up')
  })

  it('are given back by a refund of all, and not by a part or by a lost dispute', async () => {
    const { id } = await shop.work()
    const code = await addCode({ max_uses: 1 })
    const order = await shop.paid({ material: id, code, price: 2800, email: newAddress() })
    const set = (state: string, dispute: string | null) =>
      as(owner).change(`update private.orders set refund_state = $2, dispute_state = $3 where id = $1`, [
        order.id,
        state,
        dispute,
      ])
    const address = newAddress()
    await set('partial', null)
    expect(await outcomeOf(code, id, { address })).toBe('used_up')
    await set('processed', 'lost')
    expect(await outcomeOf(code, id, { address })).toBe('used_up')
    await set('processed', null)
    expect(await outcomeOf(code, id, { address })).toBe('ok')
  })
})

describe('a code for all of the price', () => {
  it('gives the file at once, with a receipt and without a sale', async () => {
    const { id } = await shop.work()
    const code = await addCode({ amount: 100, max_uses: 1 })
    const email = newAddress()
    const order = await shop.begin(id, { code, price: 0, email })
    expect(order).toMatchObject({ outcome: 'ok', amount_kobo: 0 })
    expect(
      await as(owner).query(`select state, sale_id, email, next_check_at from private.orders where id = $1`, [order.id]),
    ).toEqual([{ state: 'paid', sale_id: null, email, next_check_at: null }])
    const [receipt] = await as(owner).query<{ template: string; details: object }>(
      `select template, details from public.outbox where order_id = $1`,
      [order.id],
    )
    expect(receipt).toMatchObject({
      template: 'order-paid',
      details: { amount_kobo: 0, list_kobo: 350_000, code, refund_until: null },
    })
    expect(await outcomeOf(code, id, { address: newAddress() })).toBe('used_up')
    const [file] = await as(secretKey).query<{ it: { outcome: string } }>(`select public.order_file($1) as it`, [order.hash])
    expect(file?.it.outcome).toBe('ok')
  })

  it('is also one that leaves less than the 50 naira that Paystack charges at least', async () => {
    const { id } = await shop.work(1000)
    expect((await check(await addCode({ kind: 'naira', amount: 950 }), id))?.to_pay_kobo).toBe(5000)
    expect((await check(await addCode({ kind: 'naira', amount: 951 }), id))?.to_pay_kobo).toBe(0)
    expect((await check(await addCode({ kind: 'naira', amount: 9000 }), id))?.to_pay_kobo).toBe(0)
  })
})

describe('the money of an order with a code', () => {
  const discount = fc.oneof(
    fc.record({ kind: fc.constant('percent'), amount: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('naira'), amount: fc.integer({ min: 1, max: 20_000 }) }),
  )

  it('is exact to the kobo for any price and code, and half of what was paid is the author’s', async () => {
    const { id } = await shop.work()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), discount, async (price, off) => {
        await as(owner).change(`update public.research_materials set price = $2 where id = $1`, [id, price])
        const left = off.kind === 'percent' ? price * (100 - off.amount) : (price - off.amount) * 100
        const toPay = left < 5000 ? 0 : left
        const order = await shop.begin(id, { code: await addCode(off), price: toPay / 100, email: newAddress() })
        expect(order).toMatchObject({ outcome: 'ok', amount_kobo: toPay })
        expect(await shop.settle(order)).toBe('paid')
        const sales = await as(owner).query(
          `select s.gross_kobo::float8 as gross, s.share_kobo::float8 as share,
                  (select sum(e.amount_kobo) from public.book_transactions t join public.book_entries e on e.transaction_id = t.id
                    where t.subject = s.id)::float8 as books
             from public.sales s where s.order_reference = $1`,
          [order.reference],
        )
        expect(sales).toEqual(toPay === 0 ? [] : [{ gross: toPay, share: Math.floor(toPay / 2), books: 0 }])
      }),
      { numRuns: 60 },
    )
  })

  it('is on the author’s statement with the price before the code', async () => {
    const student = await signUp(`author-${randomUUID()}@example.com`)
    const { id } = await shop.work(2000, student)
    await shop.paid({ material: id, price: 2000, email: newAddress() })
    await shop.paid({ material: id, code: await addCode({ amount: 25 }), price: 1500, email: newAddress() })
    expect(
      await as(student).query(
        `select gross_kobo::float8 as gross, list_kobo::float8 as list, kobo::float8 as share from public.own_statement()`,
      ),
    ).toEqual([
      { gross: 150_000, list: 200_000, share: 75_000 },
      { gross: 200_000, list: null, share: 100_000 },
    ])
  })
})
