// Receipts and invoices: their numbers, whom they name, and what they say after a refund or without an account.
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { type BoughtOrder, getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, bola, admin, visitor, secretKey, owner, as, stop } = people
const { work, begin, settle, paid } = getPaymentServices(people)
afterAll(stop)

type Receipt = Record<string, unknown> & { number: string | null; payer_name: string; refunds: object[] }
const read = async ({ hash }: Pick<BoughtOrder, 'hash'>) =>
  (await as(secretKey).query<{ it: Receipt | null }>(`select public.order_receipt($1) as it`, [hash]))[0]?.it ?? null
const save = async ({ hash }: Pick<BoughtOrder, 'hash'>, name: string, school = '') =>
  (await as(secretKey).query<{ it: boolean }>(`select public.save_payer($1, $2, $3) as it`, [hash, name, school]))[0]?.it
const year = async () =>
  (await as(owner).query<{ it: string }>(`select extract(year from now() at time zone 'Africa/Lagos')::text as it`))[0]?.it

it('numbers count the receipts of a year and mode without gaps, in the order in which they are first opened', async () => {
  const material = (await work()).id
  const orders = await Promise.all(['a', 'b', 'c'].map((name) => paid({ material, email: `${name}@number.ng` })))
  const now = await year()
  expect((await read(orders[1] as BoughtOrder))?.number).toBe(`LR-${now}-00001`)
  expect((await read(orders[0] as BoughtOrder))?.number).toBe(`LR-${now}-00002`)
  expect((await read(orders[1] as BoughtOrder))?.number).toBe(`LR-${now}-00001`)
  const sample = await paid({ material, email: 'd@number.ng', mode: 'test' })
  expect((await read(sample))?.number).toBe(`TEST-${now}-00001`)
  expect((await read(orders[2] as BoughtOrder))?.number).toBe(`LR-${now}-00003`)
  const lastYear = await paid({ material, email: 'e@number.ng' })
  await as(owner).change(`update private.orders set paid_at = '2024-12-31T22:59:59Z' where id = $1`, [lastYear.id])
  expect((await read(lastYear))?.number).toBe('LR-2024-00001')
  const newYear = await paid({ material, email: 'f@number.ng' })
  await as(owner).change(`update private.orders set paid_at = '2024-12-31T23:00:00Z' where id = $1`, [newYear.id])
  expect((await read(newYear))?.number).toBe('LR-2025-00001')
})

it('an unpaid order has an invoice, which becomes a receipt for the same payer', async () => {
  const order = await begin((await work()).id, { email: 'bursar@school.ng' })
  expect(await read(order)).toMatchObject({ number: null, reference: order.reference, amount_kobo: 350_000, paid_kobo: null })
  expect(await save(order, ' Ọmọ́lará Ṣadé ', 'College of Nursing, Uyo')).toBe(true)
  await settle(order)
  expect(await read(order)).toMatchObject({
    number: expect.stringMatching(/^LR-\d{4}-\d{5}$/),
    payer_name: 'Ọmọ́lará Ṣadé',
    payer_school: 'College of Nursing, Uyo',
    paid_kobo: 350_000,
    vat_hundredths: 0,
    refunds: [],
  })
})

it('names the tax of the day of the payment, and refunds that have arrived', async () => {
  const before = await paid({ email: 'tax@before.ng' })
  await as(owner).query(
    `insert into public.book_rules (refund_days, minimum_kobo, run_weekday, hold_hours, share_basis, fee_hundredths,
       fee_fixed_kobo, vat_hundredths) values (7, 200000, 5, 48, 'gross', 400, 5000, 750)`,
  )
  const after = await paid({ email: 'tax@after.ng' })
  await as(owner).change(`update private.orders set paid_at = now() - interval '1 day' where id = $1`, [before.id])
  expect(await read(before)).toMatchObject({ vat_hundredths: 0, vat_kobo: 0 })
  await as(owner).query(
    `insert into private.order_refunds (id, order_id, amount_kobo, currency, status, made_at)
     values ('r1', $1, 100000, 'NGN', 'processed', '2026-11-26T09:00:00Z'), ('r2', $1, 50000, 'NGN', 'pending', now())`,
    [after.id],
  )
  expect(await read(after)).toMatchObject({
    vat_hundredths: 750,
    vat_kobo: 24_419,
    refunds: [{ amount_kobo: 100_000, made_at: '2026-11-26T09:00:00+00:00' }],
  })
})

it('an unknown token, a free order and a payment that is not as ordered have no receipt', async () => {
  expect(await read({ hash: 'f'.repeat(64) })).toBeNull()
  expect(await save({ hash: 'f'.repeat(64) }, 'Ada')).toBe(false)
  expect(await read(await begin((await work(0)).id, { price: 0, email: '' }))).toBeNull()
  const wrong = await begin((await work()).id)
  await settle(wrong, { amount: 100 })
  expect(await read(wrong)).toBeNull()
})

it('a payment by invoice is verified for two weeks and not reminded, and deleting the account removes names and keeps the number', async () => {
  const material = (await work()).id
  const invoice = await begin(material, { email: 'invoice@school.ng' })
  const plain = await begin(material, { email: 'plain@school.ng' })
  await save(invoice, 'The Bursar')
  const ids = [invoice.id, plain.id]
  await as(owner).change(
    `update private.orders set created_at = now() - interval '14 days', next_check_at = now() where id in ($1, $2)`,
    ids,
  )
  await as(secretKey).query(`select public.claim_orders(100)`)
  expect(await as(owner).query(`select id from private.orders where id in ($1, $2) and next_check_at > now()`, ids)).toEqual([
    { id: invoice.id },
  ])
  await as(owner).change(`update private.orders set created_at = now() - interval '2 hours' where id in ($1, $2)`, [
    invoice.id,
    plain.id,
  ])
  await as(owner).query(`select private.remind_buyers()`)
  expect(
    await as(owner).query(`select order_id from private.order_reminders where order_id in ($1, $2)`, [invoice.id, plain.id]),
  ).toEqual([{ order_id: plain.id }])
  const [account] = await as(owner).query<{ email: string }>(`select email from auth.users where id = $1`, [bola.userId])
  const bought = await paid({ email: account?.email ?? '' })
  const unpaid = await begin(material, { email: account?.email ?? '' })
  await save(bought, 'Bola Obi', 'Her school')
  await save(unpaid, 'Bola Obi')
  const number = (await read(bought))?.number
  await as(owner).query(`update auth.users set email_confirmed_at = now() where id = $1`, [bola.userId])
  await as(owner).query(`delete from auth.users where id = $1`, [bola.userId])
  expect(await read(bought)).toMatchObject({ number, payer_name: '', payer_school: '', email: '' })
  expect(await read(unpaid)).toMatchObject({ payer_name: '' })
})

it('the tax is its part of the price to half a kobo, whatever the rule', async () => {
  const readVat = async (kobo: number) => {
    const [row] = await as(owner).query<{ it: number }>(`select private.vat_in($1, now())::int as it`, [kobo])
    return row?.it ?? -1
  }
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 2500 }), async (kobo, hundredths) => {
      await as(owner).query(
        `insert into public.book_rules (refund_days, minimum_kobo, run_weekday, hold_hours, share_basis, fee_hundredths,
           fee_fixed_kobo, vat_hundredths) values (7, 200000, 5, 48, 'gross', 400, 5000, $1)`,
        [hundredths],
      )
      const vat = await readVat(kobo)
      expect(Math.abs(((kobo - vat) * hundredths) / 10_000 - vat)).toBeLessThanOrEqual(0.5 * (1 + hundredths / 10_000) + 1e-6)
    }),
    { numRuns: 30 },
  )
})

it('only the site reads and writes them', async () => {
  for (const user of [visitor, ada, admin]) {
    await expect(as(user).query(`select public.order_receipt('x')`)).rejects.toMatchObject(noGrant)
    await expect(as(user).query(`select public.save_payer('x', '', '')`)).rejects.toMatchObject(noGrant)
  }
})
