// Refunds of orders that Paystack lists: booked once, from any source and in any order.
import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type BoughtOrder, getPaymentServices } from './bought.ts'
import { gatherPeople } from './people.ts'

const people = await gatherPeople()
const { admin, owner, secretKey, signUp, as, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

const PRICE_KOBO = 350_000
type Listed = { id: string; amount: number; currency: string; status: string; dispute: string | null; at: string }
const listed = (amount: number, more: Partial<Listed> = {}): Listed => ({
  id: String(randomInt(1, 1e12)),
  amount,
  currency: 'NGN',
  status: 'processed',
  dispute: null,
  // A pending refund is queried again for thirty days.
  at: new Date(Date.now() - 3_600_000).toISOString(),
  ...more,
})
const settleRefunds = async ({ id }: BoughtOrder, refunds: Listed[]) =>
  (
    await as(secretKey).query<{ outcome: string; remaining_kobo: number }>(
      `select outcome, remaining_kobo::float8 as remaining_kobo from public.settle_refunds($1, $2::text::jsonb)`,
      [id, JSON.stringify(refunds)],
    )
  )[0]
const booked = async ({ reference }: BoughtOrder) =>
  (
    await as(owner).query<{ kobo: number }>(
      `select r.amount_kobo::float8 as kobo from public.refunds r join public.sales s on s.id = r.sale_id
        where s.order_reference = $1 order by r.created_at, r.id`,
      [reference],
    )
  ).map(({ kobo }) => kobo)
const getOrder = async ({ id }: BoughtOrder) =>
  (
    await as(owner).query(
      `select refund_state, refund_id, refunded_kobo::float8 as refunded, refund_excess_kobo::float8 as excess, has_unseen_refund as unseen,
              refund_fault, private.can_be_downloaded(o) as gives_file
         from private.orders o where id = $1`,
      [id],
    )
  )[0]
const due = async ({ id }: BoughtOrder) =>
  (await as(owner).query<{ what: string }>(`select what from private.due_orders where id = $1`, [id])).map(({ what }) => what)
const answer = async ({ id }: BoughtOrder) =>
  (await as(admin).query<{ it: string }>(`select public.decide_refund($1, true) as it`, [id]))[0]?.it
const getSale = async ({ id }: BoughtOrder) =>
  (await as(owner).query<{ sale_id: string }>(`select sale_id from private.orders where id = $1`, [id]))[0]?.sale_id
const getOutcome = async (sql: string, parameters: unknown[]) =>
  (await as(admin).query<{ it: string }>(`select ${sql} as it`, parameters))[0]?.it

describe('a refund made in Paystack’s dashboard', () => {
  it('books a part once and stays on Today until acknowledged and leaves the file open', async () => {
    const order = await shop.paid()
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'refund.processed', 'reference', $1::text)))`,
      [order.reference],
    )
    await as(secretKey).query(`select public.process_payment_events()`)
    expect(await as(secretKey).query(`select id from public.claim_refunded_orders('live')`)).toEqual([{ id: order.id }])
    expect(await as(secretKey).query(`select id from public.claim_refunded_orders('live')`), 'one caller').toEqual([])
    const refund = listed(100_000)
    for (let times = 0; times < 3; times += 1) {
      expect(await settleRefunds(order, [refund])).toEqual({ outcome: 'none', remaining_kobo: 250_000 })
    }
    expect(await booked(order)).toEqual([100_000])
    expect(await getOrder(order)).toMatchObject({ refund_state: null, refunded: 100_000, unseen: true, gives_file: true })
    expect(await due(order)).toEqual(['refunded_outside'])
    const [details] = await as(admin).query<{ it: { refunds: object[] } }>(`select public.order_details($1) as it`, [order.id])
    expect(details?.it.refunds).toMatchObject([{ id: refund.id, amount_kobo: 100_000, is_ours: false }])
    expect(await getOutcome(`public.acknowledge_refunds($1)`, [order.id])).toBe(true)
    expect(await getOutcome(`public.acknowledge_refunds($1)`, [order.id])).toBe(false)
    expect(await due(order)).toEqual([])
    const [queued] = await as(owner).query(`select public.order_by_token($1) ->> 'refunded_kobo' as kobo`, [order.hash])
    expect(queued).toEqual({ kobo: '100000' })
  })

  it('reduces the share by the same part and by the rest with the rest', async () => {
    const student = await signUp('parts@example.com')
    const { id: material } = await shop.work(3500, student)
    const order = await shop.paid({ material })
    await settleRefunds(order, [listed(100_001)])
    const share = async () =>
      (
        await as(owner).query<{ kobo: number }>(`select (-private.balance('waiting', $1))::float8 as kobo`, [student.profileId])
      )[0]?.kobo
    expect(await share()).toBe(175_000 - 50_000)
    await shop.settle(order, { status: 'reversed' })
    expect(await share()).toBe(0)
    expect(await booked(order)).toEqual([100_001, 249_999])
    expect(await getOrder(order)).toMatchObject({ refund_state: 'processed', gives_file: false, excess: 0 })
  })

  it('is queried again while pending and booked when processed and never when failed', async () => {
    const order = await shop.paid()
    const refund = listed(100_000, { status: 'pending' })
    await settleRefunds(order, [refund, listed(5000, { status: 'failed' })])
    expect(await booked(order)).toEqual([])
    await as(owner).change(`update private.orders set refunds_next_at = refunds_next_at - interval '1 hour' where id = $1`, [
      order.id,
    ])
    expect(await as(secretKey).query(`select id from public.claim_refunded_orders('live')`)).toEqual([{ id: order.id }])
    await settleRefunds(order, [{ ...refund, status: 'processed' }])
    await settleRefunds(order, [{ ...refund, status: 'pending' }])
    expect(await booked(order), 'an old answer changes nothing').toEqual([100_000])
  })

  it('is not booked again when it comes from a dispute', async () => {
    const order = await shop.paid()
    const refund = listed(100_000, { dispute: '77' })
    await settleRefunds(order, [refund])
    expect(await booked(order)).toEqual([])
    await as(secretKey).query(`select public.settle_dispute($1::text::jsonb)`, [
      JSON.stringify({
        id: '77',
        reference: order.reference,
        domain: 'live',
        status: 'resolved',
        resolution: 'merchant-accepted',
        payment: 'success',
        refund_amount: 100_000,
      }),
    ])
    await settleRefunds(order, [refund])
    expect(await booked(order)).toEqual([100_000])
  })

  it('is recorded as an excess beyond the rest of the price', async () => {
    const order = await shop.paid()
    await settleRefunds(order, [listed(200_000)])
    await as(secretKey).query(`select public.settle_dispute($1::text::jsonb)`, [
      JSON.stringify({
        id: '78',
        reference: order.reference,
        domain: 'live',
        status: 'resolved',
        resolution: 'merchant-accepted',
        payment: 'success',
        refund_amount: 300_000,
      }),
    ])
    expect(await booked(order)).toEqual([200_000, 150_000])
    expect(await getOrder(order)).toMatchObject({ excess: 150_000 })
    expect(await due(order)).toEqual(['refunded_too_much'])
  })

  it('is rejected for another order and ignored for an unpaid one', async () => {
    const [one, other] = [await shop.paid(), await shop.paid()]
    const refund = listed(100)
    await settleRefunds(one, [refund])
    await expect(settleRefunds(other, [refund])).rejects.toMatchObject({ code: '22023' })
    const unpaid = await shop.begin((await shop.work()).id)
    expect(await settleRefunds(unpaid, [listed(100)])).toEqual({ outcome: 'not_paid', remaining_kobo: 0 })
  })
})

describe('an agreed refund', () => {
  it('is sent only when Paystack has none and a lost response is adopted', async () => {
    const order = await shop.paid()
    expect(await answer(order)).toBe('ok')
    expect(await settleRefunds(order, [])).toEqual({ outcome: 'send', remaining_kobo: PRICE_KOBO })
    // The request succeeded, but its response was lost.
    const refund = listed(PRICE_KOBO, { status: 'pending' })
    expect(await settleRefunds(order, [refund])).toEqual({ outcome: 'sent', remaining_kobo: 0 })
    expect(await getOrder(order)).toMatchObject({ refund_state: 'sent', refund_id: refund.id, unseen: false, refund_fault: '' })
    expect(await settleRefunds(order, [{ ...refund, status: 'processed' }])).toEqual({ outcome: 'processed', remaining_kobo: 0 })
    expect(await booked(order)).toEqual([PRICE_KOBO])
  })

  it('requests the rest after a partial refund in the currency of the payment', async () => {
    const order = await shop.paid()
    await settleRefunds(order, [listed(100_000)])
    await answer(order)
    const claims = () => as(secretKey).query(`select id, amount_kobo::float8 as kobo, currency from public.claim_refunds(50)`)
    expect(await claims()).toContainEqual({ id: order.id, kobo: PRICE_KOBO, currency: 'NGN' })
    expect(await settleRefunds(order, [])).toEqual({ outcome: 'send', remaining_kobo: 250_000 })
    const foreign = await shop.begin((await shop.work()).id)
    expect(await shop.settle(foreign, { currency: 'USD', amount: 1200 })).toBe('wrong')
    await answer(foreign)
    expect(await claims()).toContainEqual({ id: foreign.id, kobo: 1200, currency: 'USD' })
  })

  it('appears on Today when Paystack failed or needs attention and is never sent beside a pending one', async () => {
    const order = await shop.paid()
    await answer(order)
    const refund = listed(PRICE_KOBO, { status: 'needs-attention' })
    await settleRefunds(order, [refund])
    expect(await getOrder(order)).toMatchObject({ refund_state: 'failed', refund_fault: 'needs-attention' })
    expect(await due(order)).toEqual(['refund_failed'])
    await answer(order)
    expect((await settleRefunds(order, [refund]))?.outcome).not.toBe('send')
    await settleRefunds(order, [{ ...refund, status: 'failed' }])
    await answer(order)
    expect(await settleRefunds(order, [{ ...refund, status: 'failed' }])).toEqual({ outcome: 'send', remaining_kobo: PRICE_KOBO })
  })
})

describe('the sale of an order', () => {
  it('is refunded and reversed only by its order', async () => {
    const order = await shop.paid()
    const sale = await getSale(order)
    expect(await getOutcome(`public.refund_sale($1, 'by-hand-1', 'x')`, [sale])).toBe('has_order')
    expect(await getOutcome(`public.reverse_sale($1, 'x')`, [sale])).toBe('has_order')
    await shop.settle(order, { status: 'reversed' })
    expect(await booked(order)).toEqual([PRICE_KOBO])
    const [details] = await as(admin).query<{ it: object }>(`select public.sale_details($1) as it`, [sale])
    expect(details?.it).toMatchObject({ order_id: order.id, order_is_live: true })
  })

  it('can be reversed for a test order whose refund then adds nothing to the ledger', async () => {
    const order = await shop.paid({ mode: 'test' })
    const sale = await getSale(order)
    expect(await getOutcome(`public.refund_sale($1, 'by-hand-2', 'x')`, [sale])).toBe('has_order')
    expect(await getOutcome(`public.reverse_sale($1, 'x')`, [sale])).toBe('ok')
    await as(owner).query(`select private.refund_is_processed($1)`, [order.id])
    expect([await booked(order), (await getOrder(order))?.refund_state]).toEqual([[], 'processed'])
  })

  it('is the sale recorded again after a reversal when the order is refunded', async () => {
    const order = await shop.paid({ mode: 'test' })
    const sale = await getSale(order)
    await getOutcome(`public.reverse_sale($1, 'x')`, [sale])
    expect(await getOutcome(`public.retry_unmatched_sale($1, 350000, now())`, [sale])).toBe('recorded')
    expect(await getSale(order)).not.toBe(sale)
    await as(owner).query(`select private.refund_is_processed($1)`, [order.id])
    expect(await booked(order)).toEqual([PRICE_KOBO])
  })
})

describe('incomplete or invalid verify responses', () => {
  it.each([
    [null, 350_000, 15_250, true],
    [null, 200_000, 3000, true],
    [null, 20_000_000, 200_000, true],
    [400_000, 350_000, 350_000, false],
    [0, 350_000, 0, false],
  ])('book fees of %j for %d kobo as %d', async (fees, price, fee, isEstimate) => {
    const order = await shop.begin((await shop.work(price / 100)).id, { price: price / 100 })
    await shop.settle(order, { fees })
    expect(
      await as(owner).query(
        `select fee_kobo::float8 as fee, fee_is_estimate as estimate from public.sales where order_reference = $1`,
        [order.reference],
      ),
    ).toEqual([{ fee, estimate: isEstimate }])
  })

  it.each([{}, { amount: 349_999 }])('replace a far future payment time by now also with %j', async (more) => {
    const order = await shop.begin((await shop.work()).id)
    await shop.settle(order, { paid_at: '9999-12-31T23:59:59Z', ...more })
    const [row] = await as(owner).query<{ now: boolean }>(`select paid_at <= now() as now from private.orders where id = $1`, [
      order.id,
    ])
    expect(row).toEqual({ now: true })
  })
})

it('random refunds reported in any order and repeatedly end in the same ledger', { timeout: 600_000 }, async () => {
  const aRefund = fc.record({ part: fc.integer({ min: 1, max: 100 }), fails: fc.boolean() })
  const look = fc.record({ upTo: fc.nat(5), reversed: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(aRefund, { maxLength: 4 }), fc.array(look, { maxLength: 6 }), async (refunds, looks) => {
      const order = await shop.paid()
      let left = PRICE_KOBO
      const all = refunds.flatMap(({ part, fails }) => {
        const amount = Math.floor((left * part) / 100)
        left -= fails ? 0 : amount
        return amount === 0 ? [] : [listed(amount, { status: fails ? 'failed' : 'processed' })]
      })
      for (const { upTo, reversed } of looks) {
        await settleRefunds(order, all.slice(0, upTo))
        if (reversed && left === 0) {
          await shop.settle(order, { status: 'reversed' })
        }
      }
      await settleRefunds(order, all)
      await shop.settle(order, { status: left === 0 ? 'reversed' : 'success' })
      expect((await booked(order)).reduce((sum, kobo) => sum + kobo, 0)).toBe(PRICE_KOBO - left)
      expect(await getOrder(order)).toMatchObject({
        refund_state: left === 0 ? 'processed' : null,
        refunded: PRICE_KOBO - left,
        excess: 0,
      })
    }),
    { numRuns: 30 },
  )
  const [sum] = await as(owner).query(`select coalesce(sum(amount_kobo), 0)::float8 as kobo from public.book_entries`)
  expect(sum).toEqual({ kobo: 0 })
})

describe('a part that an admin refunds', () => {
  const refundPart = async ({ id }: BoughtOrder, kobo: number | null, refunded = 0, user: Parameters<typeof as>[0] = admin) =>
    (await as(user).query<{ it: string }>(`select public.refund_part($1, $2, $3, 'For page 4') as it`, [id, kobo, refunded]))[0]
      ?.it
  const sent = async ({ id }: BoughtOrder, refund: Listed) =>
    as(secretKey).query(`select public.record_refund_state($1, 'pending', $2)`, [id, refund.id])
  const emails = async ({ reference }: BoughtOrder) =>
    as(owner).query(
      `select template, details ->> 'amount_kobo' as kobo, details ->> 'is_part' as is_part from public.outbox
        where details ->> 'reference' = $1 and template like 'order-refund%' order by created_at, template`,
      [reference],
    )

  it('leaves the file open, is booked in proportion and can be followed by another', async () => {
    const student = await signUp('share-of-parts@example.com')
    const { id: material } = await shop.work(3500, student)
    const order = await shop.paid({ material })
    const share = async () =>
      (
        await as(owner).query<{ kobo: number }>(`select (-private.balance('waiting', $1))::float8 as kobo`, [student.profileId])
      )[0]?.kobo
    expect(await refundPart(order, 100_000)).toBe('ok')
    expect(await getOrder(order)).toMatchObject({ refund_state: 'agreed', gives_file: true })
    expect(await settleRefunds(order, [])).toEqual({ outcome: 'send', remaining_kobo: 100_000 })
    const first = listed(100_000, { status: 'pending', at: new Date().toISOString() })
    await sent(order, first)
    expect(await settleRefunds(order, [first])).toMatchObject({ outcome: 'sent' })
    expect(await share()).toBe(175_000)
    expect(await settleRefunds(order, [{ ...first, status: 'processed' }])).toMatchObject({ outcome: 'none' })
    expect(await getOrder(order)).toMatchObject({ refund_state: 'partial', refunded: 100_000, gives_file: true, unseen: false })
    expect(await share()).toBe(125_000)
    expect(await emails(order)).toEqual([
      { template: 'order-refund-agreed', kobo: '100000', is_part: 'true' },
      { template: 'order-refunded', kobo: '100000', is_part: 'true' },
    ])

    expect(await refundPart(order, 50_000, 100_000)).toBe('ok')
    const second = listed(50_000, { at: new Date().toISOString() })
    await sent(order, second)
    await settleRefunds(order, [{ ...first, status: 'processed' }, second])
    expect(await getOrder(order)).toMatchObject({ refund_state: 'partial', refunded: 150_000, gives_file: true })
    expect(await booked(order)).toEqual([100_000, 50_000])
    expect(await share()).toBe(100_000)
    // The rest goes back as before, and closes the file.
    expect(await answer(order)).toBe('ok')
    expect(await settleRefunds(order, [])).toEqual({ outcome: 'send', remaining_kobo: 200_000 })
    const rest = listed(200_000, { at: new Date().toISOString() })
    await sent(order, rest)
    expect(await settleRefunds(order, [rest])).toMatchObject({ outcome: 'processed' })
    expect(await getOrder(order)).toMatchObject({ refund_state: 'processed', gives_file: false })
    expect(await share()).toBe(0)
  })

  it('is refunded once when the form is sent twice, at once or after it has arrived', async () => {
    const order = await shop.paid()
    expect(await refundPart(order, 100_000)).toBe('ok')
    expect(await refundPart(order, 100_000)).toBe('settled')
    const refund = listed(100_000, { at: new Date().toISOString() })
    await sent(order, refund)
    await settleRefunds(order, [refund])
    expect(await refundPart(order, 100_000)).toBe('changed')
    expect(await getOrder(order)).toMatchObject({ refund_state: 'partial', refunded: 100_000 })
    expect(
      await as(owner).query(
        `select details ->> 'kobo' as kobo from public.audit_log where action = 'order.part_refund_agreed' and subject = $1`,
        [order.id],
      ),
    ).toEqual([{ kobo: '100000' }])
  })

  it('adopts a request whose response was lost instead of sending it again', async () => {
    const order = await shop.paid()
    const before = listed(100_000)
    await settleRefunds(order, [before])
    expect(await refundPart(order, 100_000, 100_000)).toBe('ok')
    expect(await settleRefunds(order, [before]), 'the one from before is another refund').toEqual({
      outcome: 'send',
      remaining_kobo: 100_000,
    })
    const lost = listed(100_000, { at: new Date().toISOString() })
    expect(await settleRefunds(order, [before, lost])).toMatchObject({ outcome: 'none' })
    expect(await getOrder(order)).toMatchObject({ refund_state: 'partial', refund_id: lost.id, refunded: 200_000 })
    expect(await booked(order)).toEqual([100_000, 100_000])
  })

  it('is less than what is left, also of a refund on its way', async () => {
    const order = await shop.paid()
    await settleRefunds(order, [listed(100_000), listed(50_000, { status: 'pending' })])
    for (const kobo of [null, 0, -1, 200_000, 400_000]) {
      expect(await refundPart(order, kobo, 100_000), String(kobo)).toBe('too_much')
    }
    expect(await refundPart(order, 199_999, 100_000)).toBe('ok')
  })

  it('stays on Today when it failed and can be sent again', async () => {
    const order = await shop.paid()
    await refundPart(order, 100_000)
    await as(secretKey).query(`select public.record_refund_state($1, 'failed', null, 'Try later')`, [order.id])
    expect(await getOrder(order)).toMatchObject({ refund_state: 'failed', gives_file: true })
    expect(await due(order)).toEqual(['refund_failed'])
    expect(await refundPart(order, 100_000)).toBe('ok')
  })

  it('lets the buyer ask for the rest', async () => {
    const order = await shop.paid()
    await refundPart(order, 100_000)
    const refund = listed(100_000, { at: new Date().toISOString() })
    await sent(order, refund)
    await settleRefunds(order, [refund])
    expect((await as(secretKey).query(`select public.request_refund($1, 'All of it') as it`, [order.hash]))[0]).toEqual({
      it: 'ok',
    })
    expect(await due(order)).toEqual(['refund_asked'])
  })

  it('is not for an order that is not paid, and for admins only', async () => {
    const order = await shop.begin((await shop.work()).id)
    expect(await refundPart(order, 100)).toBe('settled')
    expect(await refundPart({ ...order, id: '00000000-0000-4000-8000-000000000000' }, 100)).toBe('gone')
    await expect(refundPart(order, 100, 0, people.ada)).rejects.toMatchObject({ code: '42501' })
    for (const user of [people.visitor, secretKey]) {
      await expect(refundPart(order, 100, 0, user)).rejects.toMatchObject({ code: '42501' })
    }
  })
})
