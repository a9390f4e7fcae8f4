import { createHash } from 'node:crypto'
// Tests orders and refunds with the real job and the real page over an embedded backend and the simulator of
// Paystack, while calls and responses are lost.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Act, openPaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'
import { describeOrder, describePartRefund } from '#app/features/orders/labels.ts'
import type { Orders } from '#app/services/orders.ts'
import { openMigrated } from '#tests/support/databases.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { openOrders } from '../orders/orders.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'
import { openBankList } from '../paystack/bank-accounts.ts'
import { openPaystack } from '../paystack/client.ts'
import { serviceClient } from '../service-client.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { sweepOrders } from './orders.ts'
import { reconcileWithPaystack } from '../paystack/comparison.ts'

const secretKey = `sk_test_${'0123456789'.repeat(4)}`
const siteUrl = 'http://localhost:3000'
const PRICE_KOBO = 350_000
const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-orders-'))
// The clock is two hours back, because the last hour is left to the next night.
const clock = { now: Date.now() - 2 * 3_600_000 }
const events: string[] = []
const simulator = openPaystackSimulator({
  secretKey,
  siteUrl,
  file: null,
  now: () => clock.now,
  tell: async (raw) => void events.push(new TextDecoder().decode(raw)),
})
const refundRequests = { count: 0 }
let backend: EmbeddedBackend
let shop: PaymentServices
let orders: Orders
let material = ''

const sql = <Row = Record<string, unknown>>(text: string, parameters: unknown[] = []) =>
  backend.database.query<Row>(text, parameters)

beforeAll(async () => {
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
  const client = serviceClient(embeddedSiteBackend(backend, siteUrl))
  if (!client) {
    throw new Error('There is no secret key')
  }
  const paystack = openPaystack({
    url: SIMULATOR_ORIGIN,
    secretKey,
    checkoutOrigin: siteUrl,
    async fetch(input, init) {
      const request = new Request(input, init)
      refundRequests.count += request.method === 'POST' && request.url.endsWith('/refund') ? 1 : 0
      return simulator.fetch(request)
    },
  })
  const bytes = Buffer.from('%PDF-1.7')
  await client.storage.from('material-uploads').upload('products/care-plan/plan.pdf', bytes, { contentType: 'application/pdf' })
  shop = { client, paystack, secretKey, banks: openBankList(paystack), simulator }
  orders = openOrders(shop, siteUrl)
  const [row] = await sql<{ id: string }>(
    `with work as (
       insert into public.research_materials (slug, title, category, price, published_at)
       values ('care-plan', 'Care plan', 'seminar', 3500, now()) returning id
     )
     insert into private.platform_files (material_id, file_path, file_name, file_sha256, format)
     select id, 'products/care-plan/plan.pdf', 'plan.pdf', $1, 'PDF' from work returning material_id as id`,
    [createHash('sha256').update(bytes).digest('hex')],
  )
  material = row?.id ?? ''
  await sql(`update public.research_materials set sold_here = true`)
})
afterAll(async () => {
  await backend.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})
let log: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {})
  refundRequests.count = 0
})
afterEach(() => {
  simulator.faults.clear()
  log.mockRestore()
})

/** Runs the job once. */
async function sweep(): Promise<void> {
  const rounds = sweepOrders(shop, new Jobs().add('orders'), () => {})
  await rounds.idle()
  await rounds.stop()
}

/** Creates an order. Returns its token and the code of its page at Paystack. */
async function begin() {
  const started = await orders.begin({
    material,
    email: 'ada@example.com',
    price: 3500,
    account: null,
    origin: { source: 'typed', opened: null, own: null },
  })
  if (started.outcome !== 'ok') {
    throw new Error(started.outcome)
  }
  const code = started.address.slice(started.address.lastIndexOf('/') + 1)
  const callback = simulator.act(code, 'leave') ?? ''
  const [row] = await sql<{ id: string; reference: string }>(
    `select id, reference from private.orders order by created_at desc, id desc limit 1`,
  )
  return { code, token: callback.slice(callback.lastIndexOf('/') + 1), id: row?.id ?? '', reference: row?.reference ?? '' }
}
type Order = Awaited<ReturnType<typeof begin>>
/** Pays with the simulator; the page then checks as if the last check was long ago. */
async function look(order: Order, act?: Act, other?: { charged?: number; currency?: string }) {
  if (act) {
    simulator.act(order.code, act, other)
  }
  await sql(`update private.orders set checked_at = null where id = $1`, [order.id])
  return orders.look(order.token)
}
async function paid(other?: { charged?: number; currency?: string }) {
  const order = await begin()
  await look(order, 'pay', other)
  return order
}
const agree = ({ id }: Order) =>
  sql(
    `update private.orders set refund_state = 'agreed', refund_id = null, refund_next_at = now(), refund_asked_at = now() where id = $1`,
    [id],
  )
const dueNow = ({ id }: Order) =>
  sql(`update private.orders set refund_next_at = now() where id = $1 and refund_next_at is not null`, [id])
const booked = async ({ reference }: Order) =>
  (
    await sql<{ kobo: number }>(
      `select r.amount_kobo::float8 as kobo from public.refunds r join public.sales s on s.id = r.sale_id where s.order_reference = $1`,
      [reference],
    )
  ).map(({ kobo }) => kobo)
const getState = async ({ id }: Order) =>
  (
    await sql<{ refund_state: string; refund_fault: string }>(
      `select refund_state, refund_fault from private.orders where id = $1`,
      [id],
    )
  )[0]
const refundsAtPaystack = ({ code }: Order) => simulator.paymentAt(code)?.refunds.map(({ amount }) => amount)

describe("refunds made in Paystack's dashboard", () => {
  test('books a partial refund after its event and shows it on the page of the order', async () => {
    const order = await paid()
    simulator.refund(order.code, 100_000)
    clock.now += 5000
    await sql(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'refund.processed', 'reference', $1::text)))`,
      [order.reference],
    )
    await sweep()
    await sweep()
    expect(await booked(order)).toEqual([100_000])
    const seen = await orders.look(order.token)
    expect(seen).toMatchObject({ state: 'paid', gives_file: true, refunded_kobo: 100_000 })
    expect(seen && describePartRefund(seen)).toContain('₦1,000')
    expect(await sql(`select what from private.due_orders where id = $1`, [order.id])).toEqual([{ what: 'refunded_outside' }])
  })

  test('finds a refund by the nightly reconciliation when its event was lost', async () => {
    const order = await paid()
    simulator.refund(order.code, 50_000)
    clock.now += 5000
    await reconcileWithPaystack(shop, true)
    const differences = () => sql(`select kind from private.due_discrepancies where reference = $1`, [order.reference])
    expect(await differences()).toEqual([{ kind: 'partial_refund_not_recorded' }])
    await sweep()
    expect(await booked(order)).toEqual([50_000])
    await reconcileWithPaystack(shop, true)
    expect(await differences()).toEqual([])
  })

  test('closes the order after a full refund', async () => {
    const order = await paid()
    simulator.refund(order.code)
    clock.now += 5000
    await sql(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'refund.processed', 'reference', $1::text)))`,
      [order.reference],
    )
    await sweep()
    expect(await booked(order)).toEqual([PRICE_KOBO])
    expect(await orders.look(order.token)).toMatchObject({ refund_state: 'processed', gives_file: false })
  })
})

describe('refunds that an admin approved', () => {
  test.each(['unanswered', 'cut', 'garbage', 'huge'] as const)(
    'requests the refund once when the response is %s',
    async (what) => {
      const order = await paid()
      await agree(order)
      simulator.faults.add({ call: /^POST \/refund$/, what })
      await sweep()
      expect(await getState(order)).toEqual({ refund_state: 'agreed', refund_fault: '' })
      clock.now += 5000
      await dueNow(order)
      await sweep()
      await dueNow(order)
      await sweep()
      expect(refundRequests.count).toBe(1)
      expect(refundsAtPaystack(order)).toEqual([PRICE_KOBO])
      expect(await getState(order)).toEqual({ refund_state: 'processed', refund_fault: '' })
      expect(await booked(order)).toEqual([PRICE_KOBO])
    },
  )

  test.each(['lost', 'unavailable'] as const)('requests the refund again when the request was %s', async (what) => {
    const order = await paid()
    await agree(order)
    simulator.faults.add({ call: /^POST \/refund$/, what })
    await sweep()
    await dueNow(order)
    await sweep()
    expect(refundRequests.count).toBe(2)
    expect(refundsAtPaystack(order)).toEqual([PRICE_KOBO])
  })

  test('requests no refund while the refunds at Paystack are unknown', async () => {
    const order = await paid()
    await agree(order)
    simulator.faults.add({ call: /^GET \/refund$/, what: 'unavailable' })
    await sweep()
    expect(refundRequests.count).toBe(0)
    await dueNow(order)
    await sweep()
    expect(refundRequests.count).toBe(1)
  })

  test('shows the reason to an admin when Paystack rejects the refund', async () => {
    const order = await paid()
    await agree(order)
    simulator.faults.add({ call: /^POST \/refund$/, what: 'rejected', message: 'Your balance is not enough' })
    await sweep()
    expect(await getState(order)).toEqual({
      refund_state: 'failed',
      refund_fault: expect.stringContaining('Your balance is not enough') as string,
    })
  })

  test('requests the rest after a partial refund in the dashboard', async () => {
    const order = await paid()
    simulator.refund(order.code, 100_000)
    clock.now += 5000
    await agree(order)
    await sweep()
    clock.now += 5000
    await dueNow(order)
    await sweep()
    expect(refundsAtPaystack(order)).toEqual([100_000, 250_000])
    expect((await booked(order)).reduce((sum, kobo) => sum + kobo, 0)).toBe(PRICE_KOBO)
    expect(await getState(order)).toEqual({ refund_state: 'processed', refund_fault: '' })
  })

  test('refunds a payment in another currency in that currency', async () => {
    const order = await paid({ charged: 1200, currency: 'USD' })
    const seen = await orders.look(order.token)
    expect(seen).toMatchObject({ state: 'wrong', reason: 'currency', paid_currency: 'USD', paid_kobo: 1200 })
    await agree(order)
    await sweep()
    clock.now += 5000
    await dueNow(order)
    await sweep()
    expect(refundsAtPaystack(order)).toEqual([1200])
    const back = await orders.look(order.token)
    expect(back && describeOrder(back).text.replaceAll(/\s/g, ' ')).toContain('USD 12.00')
  })

  test('sends only the fields that Paystack describes', () => {
    expect(simulator.unknownFields).toEqual([])
  })
})

describe('order pages', () => {
  const CHECKED = 'Your payment is being checked'
  const getTitle = async (order: Order) => {
    const seen = await orders.look(order.token)
    return seen && describeOrder(seen).title
  }

  test('do not claim that nothing was charged when the buyer paid after the last check', async () => {
    const order = await begin()
    const before = await look(order)
    expect(before && describeOrder(before).text).toContain('Nothing was charged')
    simulator.act(order.code, 'pay')
    expect(await getTitle(order)).toBe(CHECKED)
    expect(describeOrder((await look(order)) ?? expect.fail('no order')).title).toBe('Paid. Your file is ready')
  })

  test.each(['lost', 'unanswered', 'cut', 'garbage', 'huge', 'unavailable'] as const)(
    'say that the payment is being checked when the response of Paystack is %s',
    async (what) => {
      const order = await begin()
      await look(order, 'fail')
      simulator.faults.add({ call: /verify/, what })
      expect(describeOrder((await look(order, 'pay')) ?? expect.fail('no order')).title).toBe(CHECKED)
      expect(describeOrder((await look(order)) ?? expect.fail('no order')).title).toBe('Paid. Your file is ready')
    },
  )

  test('create no order while Paystack does not respond', async () => {
    simulator.faults.add({ call: /initialize/, what: 'unanswered' })
    expect(
      await orders.begin({
        material,
        email: 'ada@example.com',
        price: 3500,
        account: null,
        origin: { source: 'typed', opened: null, own: null },
      }),
    ).toEqual({ outcome: 'away' })
  })
})
