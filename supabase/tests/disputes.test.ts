// Disputes of payments by role: their outcome, the share while they are open, and who may respond
// (docs/decisions/0039).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type BoughtOrder, getPaymentServices } from './bought.ts'
import { type Account, gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, signUp, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

/** In naira; its half in kobo is above the minimum payout. */
const PRICE = 20_000
const SHARE = 1_000_000
const requireAdmin = { code: '42501', message: 'Only admins do this' }
let disputes = 1000
let student: Account
let order: BoughtOrder
beforeEach(async () => {
  student = await signUp(`student-${randomUUID().slice(0, 8)}@example.com`)
  order = await shop.paid({ material: (await shop.work(PRICE, student)).id, price: PRICE })
})

/** A new dispute as Paystack reports it. */
const response = (of: BoughtOrder, more: Record<string, unknown> = {}) => ({
  id: String((disputes += 1)),
  reference: of.reference,
  domain: 'live',
  status: 'awaiting-merchant-feedback',
  resolution: null,
  payment: 'success',
  category: 'chargeback',
  claim: 'No value',
  refund_amount: of.amount_kobo,
  due_at: '2026-11-25T18:00:00.000Z',
  updated_at: null,
  ...more,
})
const settle = async (what: Record<string, unknown>, at = 'now()') =>
  (await as(owner).query<{ it: string }>(`select private.settle_dispute($1::jsonb, ${at}) as it`, [JSON.stringify(what)]))[0]?.it
/** Returns the student's waiting and available kobo. */
async function has() {
  const [row] = await as(owner).query<{ waiting: number; available: number }>(
    `select (-private.balance('waiting', $1))::integer as waiting, (-private.balance('available', $1))::integer as available`,
    [student.profileId],
  )
  return [row?.waiting, row?.available]
}
const clear = () => as(owner).query(`select private.clear_shares(now() + interval '8 days')`)
const payOut = async () => {
  const [, available] = await has()
  await as(owner).query(`insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name)
    values ('${student.profileId}', 'GTBank', '0123456789', 'A Student') on conflict do nothing`)
  const [run] = await as(owner).query<{ outcome: string }>(
    `select outcome from private.confirm_run($1, $2::jsonb, now() + interval '9 days')`,
    [randomUUID(), JSON.stringify([{ profile: student.profileId, kobo: available }])],
  )
  return run?.outcome
}
const getBuyerView = async () =>
  (
    await as(secretKey).query<{ it: { state: string; dispute_state: string; refund_state: string | null; gives_file: boolean } }>(
      `select public.order_by_token($1) as it`,
      [order.hash],
    )
  )[0]?.it
const refunds = () =>
  as(owner).query<{ kobo: number }>(
    `select r.amount_kobo::float8 as kobo from public.refunds r join public.sales s on s.id = r.sale_id where s.order_reference = $1`,
    [order.reference],
  )
const answer = async (id: string, accept: boolean) =>
  (await as(admin).query<{ it: string }>(`select public.respond_to_dispute($1, $2, 'They had it') as it`, [id, accept]))[0]?.it
const lines = () => as(student).query<{ state: string }>(`select state from public.own_statement() where kind = 'sale'`)

describe('dispute permissions', () => {
  it.each(['order_disputes', 'dispute_lists'])('deny all access to private.%s', async (table) => {
    for (const user of [visitor, ada, admin, secretKey]) {
      await expect(as(user).query(`select * from private.${table}`)).rejects.toMatchObject(noGrant)
      await expect(as(user).change(`delete from private.${table}`)).rejects.toMatchObject(noGrant)
    }
  })

  it.each([
    `select public.settle_dispute('{}')`,
    `select public.claim_dispute_list()`,
    `select * from public.claim_disputed_orders('live')`,
    `select public.record_dispute_check('x')`,
    `select * from public.claim_disputes('live')`,
    `select public.record_dispute_response('1')`,
  ])('allow only the secret key to run %s', async (sql) => {
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(sql)).rejects.toMatchObject(noGrant)
    }
  })

  it.each([
    `select public.list_order_disputes('${randomUUID()}')`,
    `select public.respond_to_dispute('1', true, '')`,
    `select public.release_dispute('1')`,
  ])('allow only admins to run %s', async (sql) => {
    await expect(as(visitor).query(sql)).rejects.toMatchObject(noGrant)
    await expect(as(ada).query(sql)).rejects.toMatchObject(requireAdmin)
  })
})

describe('an open dispute', () => {
  it('holds a waiting share and appears on Today with its deadline and is emailed to admins once', async () => {
    const dispute = response(order)
    for (let times = 0; times < 2; times += 1) {
      expect(await settle(dispute)).toBe('open')
    }
    await clear()
    expect(await has()).toEqual([SHARE, 0])
    expect(await lines()).toEqual([{ state: 'disputed' }])
    expect(await getBuyerView()).toMatchObject({ state: 'paid', dispute_state: 'open', gives_file: true })
    const [today] = await as(admin).query<{ it: { disputes: { rows: object[] } } }>(`select public.console_today(50) as it`)
    expect(today?.it.disputes.rows).toContainEqual(
      expect.objectContaining({ id: dispute.id, order_id: order.id, what: 'answer', due_at: '2026-11-25T18:00:00+00:00' }),
    )
    const mails = await as(owner).query(
      `select recipient from public.outbox where template = 'admin-dispute' and details ->> 'order' = $1`,
      [order.id],
    )
    expect(mails).toHaveLength(1)
  })

  it('shows admins and Today the currency of the payment', async () => {
    const foreign = await shop.begin(order.material, { price: PRICE })
    expect(await shop.settle(foreign, { currency: 'USD', amount: 1200 })).toBe('wrong')
    const dispute = response(foreign, { refund_amount: 1100 })
    expect(await settle(dispute)).toBe('open')
    const amount = { amount_kobo: 1100, currency: 'USD' }
    const [today] = await as(admin).query<{ it: { disputes: { rows: object[] }; orders: { rows: object[] } } }>(
      `select public.console_today(50) as it`,
    )
    expect(today?.it.disputes.rows).toContainEqual(expect.objectContaining({ id: dispute.id, ...amount }))
    expect(today?.it.orders.rows).toContainEqual(expect.objectContaining({ id: foreign.id, amount_kobo: 1200, currency: 'USD' }))
    const mails = await as(owner).query<{ details: object }>(
      `select details from public.outbox where template = 'admin-dispute' and details ->> 'order' = $1`,
      [foreign.id],
    )
    expect(mails[0]?.details).toMatchObject(amount)
  })

  it('holds an available share until it is won', async () => {
    await clear()
    expect(await has()).toEqual([0, SHARE])
    const dispute = response(order)
    for (let times = 0; times < 3; times += 1) {
      await settle(dispute)
      await clear()
      expect(await has()).toEqual([SHARE, 0])
    }
    expect(await payOut()).toBe('changed')
    expect(await lines()).toEqual([{ state: 'disputed' }])
    for (let times = 0; times < 2; times += 1) {
      expect(await settle({ ...dispute, status: 'resolved', resolution: 'declined' })).toBe('won')
      expect(await has()).toEqual([0, SHARE])
    }
    expect(await lines()).toEqual([{ state: 'available' }])
    expect(await getBuyerView()).toMatchObject({ dispute_state: 'won', gives_file: true })
    // The bank disputes the payment again, and nothing is counted twice.
    const second = response(order)
    await settle(second)
    expect(await has()).toEqual([SHARE, 0])
    expect(await refunds()).toEqual([])
    // The second is lost; the first is unchanged, although its payment is reversed now.
    await settle({ ...second, status: 'resolved', resolution: 'auto-accepted', payment: 'reversed' })
    expect(await settle({ ...dispute, status: 'resolved', resolution: 'declined', payment: 'reversed' })).toBe('won')
    expect(await has()).toEqual([0, 0])
    expect(await refunds()).toHaveLength(1)
  })

  it('is not confused by a payout between the hold and its end', async () => {
    await clear()
    const dispute = response(order)
    await settle(dispute)
    const other = await shop.paid({ material: (await shop.work(PRICE, student)).id, price: PRICE })
    await clear()
    expect(await payOut()).toBe('ok')
    await settle({ ...dispute, status: 'resolved', resolution: 'declined' })
    expect(await has()).toEqual([0, SHARE])
    expect((await lines()).map(({ state }) => state).toSorted()).toEqual(['available', 'on_way'])
    expect(other.id).not.toBe('')
  })

  it('prevents refunding twice', async () => {
    const requestRefund = (hash: string) =>
      as(secretKey)
        .query<{ it: string }>(`select public.request_refund($1, 'Wrong') as it`, [hash])
        .then(([row]) => row?.it)
    const other = await shop.paid()
    await as(admin).query(`select public.decide_refund($1, true)`, [other.id])
    await settle(response(other))
    await settle(response(order))
    expect(await requestRefund(order.hash)).toBe('disputed')
    const [agreed] = await as(admin).query<{ it: string }>(`select public.decide_refund($1, true) as it`, [order.id])
    expect(agreed?.it).toBe('disputed')
    expect(await as(secretKey).query(`select id from public.claim_refunds() where id = $1`, [other.id])).toEqual([])
  })
})

describe('a lost dispute', () => {
  it.each(['merchant-accepted', 'auto-accepted'])(
    'adds one refund to the ledger and closes the file and emails the buyer after %s',
    async (how) => {
      const dispute = response(order)
      await settle(dispute)
      const lost = { ...dispute, status: 'resolved', resolution: how, payment: 'reversed' }
      for (let times = 0; times < 2; times += 1) {
        expect(await settle(lost)).toBe('lost')
        await shop.settle(order, { status: 'reversed' })
      }
      expect(await settle(dispute), 'an answer that comes late changes nothing').toBe('lost')
      expect(await refunds()).toEqual([{ kobo: PRICE * 100 }])
      await clear()
      expect(await has()).toEqual([0, 0])
      expect(await getBuyerView()).toMatchObject({ refund_state: 'processed', dispute_state: 'lost', gives_file: false })
    },
  )

  it('adds one refund when verify reported it first', async () => {
    await shop.settle(order, { status: 'reversed' })
    await settle(response(order, { status: 'resolved', resolution: 'merchant-accepted', payment: 'reversed' }))
    expect(await refunds()).toEqual([{ kobo: PRICE * 100 }])
    expect(await has()).toEqual([0, 0])
  })

  it('refunds a part and releases the rest of the share and closes the file', async () => {
    await clear()
    const dispute = response(order, { refund_amount: 100_000 })
    await settle(dispute)
    expect(await has()).toEqual([SHARE, 0])
    for (let times = 0; times < 2; times += 1) {
      await settle({ ...dispute, status: 'resolved', resolution: 'merchant-accepted' })
    }
    expect(await refunds()).toEqual([{ kobo: 100_000 }])
    expect(await has()).toEqual([0, SHARE - 50_000])
    expect(await getBuyerView()).toMatchObject({ state: 'revoked', gives_file: false })
  })

  it('leaves a debt after the payout', async () => {
    await clear()
    expect(await payOut()).toBe('ok')
    const dispute = response(order)
    await settle(dispute)
    expect(await has(), 'it was paid: nothing is left to hold').toEqual([0, 0])
    await settle({ ...dispute, status: 'resolved', resolution: 'merchant-accepted', payment: 'reversed' })
    expect(await has()).toEqual([0, -SHARE])
  })
})

it('settle_dispute ignores older responses and other domains and payments that are not ours', async () => {
  const dispute = response(order, { updated_at: '2026-11-22T10:00:00.000Z' })
  await settle({ ...dispute, status: 'awaiting-bank-feedback', updated_at: '2026-11-22T11:00:00.000Z' })
  await settle(dispute)
  const [row] = await as(owner).query(`select status from private.order_disputes where id = $1`, [dispute.id])
  expect(row).toEqual({ status: 'awaiting-bank-feedback' })
  expect(await settle(response(order, { domain: 'test' }))).toBe('unknown')
  expect(await settle(response({ ...order, reference: 'somebody-elses' }))).toBe('unknown')
  const unpaid = await shop.begin(order.material, { price: PRICE })
  expect(await settle(response(unpaid))).toBe('unpaid')
})

it('an event makes the disputes of its payment due also when a refund came with it', async () => {
  for (const event of ['refund.processed', 'charge.dispute.create', 'charge.dispute.remind']) {
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', $1::text, 'reference', $2::text)))`,
      [event, order.reference],
    )
  }
  await as(secretKey).query(`select public.process_payment_events()`)
  const claim = () =>
    as(secretKey).query(`select provider_id from public.claim_disputed_orders('live') where reference = $1`, [order.reference])
  expect(await claim()).toEqual([{ provider_id: '1' }])
  expect(await claim(), 'each goes to one caller').toEqual([])
  expect(await as(secretKey).query(`select id from public.claim_orders() where id = $1`, [order.id])).toHaveLength(1)
  const list = async () => (await as(secretKey).query<{ it: boolean }>(`select public.claim_dispute_list() as it`))[0]?.it
  expect([await list(), await list()]).toEqual([true, false])
})

describe('a dispute response', () => {
  const claimed = (id: string) =>
    as(secretKey).query<{ proof: Record<string, unknown> | null }>(
      `select proof from public.claim_disputes('live') where id = $1`,
      [id],
    )

  it('is sent once with details of the order and logged', async () => {
    const dispute = response(order)
    await settle(dispute, `now() - interval '2 hours'`)
    expect(await answer(dispute.id, false)).toBe('ok')
    expect(await answer(dispute.id, true), 'We are sending your answer to Paystack').toBe('settled')
    const others = `select id from public.claim_disputes('test') where id = $1`
    expect(await as(secretKey).query(others, [dispute.id]), 'a key of the other kind does not know it').toEqual([])
    const [due] = await claimed(dispute.id)
    expect(due?.proof).toMatchObject({
      answer: 'decline',
      words: 'They had it',
      email: 'buyer@mail.ng',
      amount_kobo: PRICE * 100,
    })
    expect(await claimed(dispute.id)).toEqual([])
    await as(secretKey).query(`select public.record_dispute_response($1)`, [dispute.id])
    await settle({ ...dispute, status: 'awaiting-bank-feedback' }, `now() - interval '2 hours'`)
    expect(await claimed(dispute.id), 'nothing is left to send').toEqual([{ proof: null }])
    expect(await as(owner).query(`select action from public.audit_log where subject = $1`, [order.id])).toEqual([
      { action: 'order.dispute_declined' },
    ])
    // The bank asks a second time.
    await settle(dispute)
    expect(await answer(dispute.id, true)).toBe('ok')
  })

  it('is in the data export of the buyer with all stored data of the dispute', async () => {
    const buyer = await signUp(`buyer-${randomUUID().slice(0, 8)}@example.com`)
    await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [buyer.userId])
    const bought = await shop.paid({ email: buyer.email })
    const dispute = response(bought)
    await settle(dispute)
    const [record] = await as(buyer).query<{ disputes: object[] }>(`select disputes from public.own_order_records()`)
    expect(record?.disputes).toEqual([expect.objectContaining({ id: dispute.id, claim: 'No value', state: 'open' })])
  })

  it('is on Today again with Paystack’s message when rejected', async () => {
    const dispute = response(order)
    await settle(dispute)
    await answer(dispute.id, true)
    await as(secretKey).query(`select public.record_dispute_response($1, 'Paystack refused it')`, [dispute.id])
    const [row] = await as(owner).query(`select what, response_error from private.due_disputes where id = $1`, [dispute.id])
    expect(row).toEqual({ what: 'failed', response_error: 'Paystack refused it' })
    expect(await answer(dispute.id, true)).toBe('ok')
  })

  it('is not required after an unclear result and the share waits for an admin', async () => {
    await clear()
    const dispute = response(order)
    await settle({ ...dispute, status: 'resolved', resolution: 'something-new' })
    expect(await has()).toEqual([SHARE, 0])
    const release = async () =>
      (await as(admin).query<{ it: boolean }>(`select public.release_dispute($1) as it`, [dispute.id]))[0]?.it
    expect(await answer(dispute.id, true)).toBe('settled')
    expect([await release(), await release()]).toEqual([true, false])
    expect(await has()).toEqual([0, SHARE])
  })
})
