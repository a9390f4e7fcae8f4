// Random histories of payments: their state at Paystack changes, and we learn of it twice, late, in any order or never;
// some responses crash half-way. The result must always be the same. `ORDERS_HISTORIES` sets their number (npm run
// test:hard: 1,000). A failure prints its seed for fast-check.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople } from './people.ts'

const HISTORIES = Number(process.env.ORDERS_HISTORIES ?? 40)
const PRICE = 3500

const people = await gatherPeople()
const { ada, secretKey, owner, as, sendIn, signUp, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

let material = ''
beforeAll(async () => {
  const { id: upload } = await sendIn(ada, 'Random')
  await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])
  const [row] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, price, published_at) values ('random', 'Random', 'seminar', $1, now()) returning id`,
    [PRICE],
  )
  material = row?.id ?? ''
  await as(owner).change(`insert into public.material_shares (material_id, upload_id, profile_id) values ($1, $2, $3)`, [
    material,
    upload,
    ada.profileId,
  ])
  await as(owner).change(`update public.research_materials set sold_here = true where id = $1`, [material])
  await as(owner).change(
    `insert into public.discount_codes (code, kind, amount) values ('THIRD', 'percent', 33), ('LESS', 'naira', 1234), ('FIFTH', 'percent', 20)`,
  )
})

/** Events at Paystack, in this order: unpaid states, then perhaps a payment, then perhaps its refund. */
const truth = fc.record({
  before: fc.array(fc.constantFrom('abandoned', 'ongoing', 'pending', 'processing', 'queued', 'failed'), { maxLength: 4 }),
  paid: fc.boolean(),
  amount: fc.constantFrom(0, 0, 0, 0, -1, 1, 100_000),
  domain: fc.constantFrom('live', 'live', 'live', 'live', 'test'),
  reversed: fc.boolean(),
  /** The discount code, and what is to be paid with it, in naira. */
  discount: fc.constantFrom(
    { code: null, toPay: PRICE },
    { code: null, toPay: PRICE },
    { code: 'THIRD', toPay: PRICE * 0.67 },
    { code: 'LESS', toPay: PRICE - 1234 },
  ),
})
/**
 * Our updates: after which of those states we query, how often, whether the first attempt crashes, and whether an event
 * also arrives.
 */
const look = fc.record({ after: fc.nat(6), times: fc.integer({ min: 1, max: 3 }), breaks: fc.boolean(), event: fc.boolean() })

it(`${HISTORIES} random histories end in the same ledger`, { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(truth, fc.array(look, { maxLength: 6 }), fc.boolean(), async (what, looks, agreed) => {
      const hash = createHash('sha256').update(randomBytes(16)).digest('hex')
      const [started] = await as(secretKey).query<{ it: { id: string; reference: string; amount_kobo: number } }>(
        `select (select to_jsonb(r) from public.create_order($1, $2, $3, 'live', $4, code => $5) r) as it`,
        [material, `${randomUUID()}@mail.ng`, what.discount.toPay, hash, what.discount.code],
      )
      const order = started?.it ?? { id: '', reference: '', amount_kobo: 0 }
      const states = [...what.before, ...(what.paid ? ['success', ...(what.reversed ? ['reversed'] : [])] : [])]
      const response = (status: string) =>
        JSON.stringify({
          id: '1',
          status,
          reference: order.reference,
          amount: order.amount_kobo + what.amount,
          currency: 'NGN',
          domain: what.domain,
          fees: 15_250,
          paid_at: null,
        })
      /** Returns a query made when Paystack has reached this state; its response has what Paystack knows then. */
      async function ask(at: number, breaks: boolean): Promise<void> {
        const status = states[at]
        if (breaks) {
          const crash = as(owner).query(`do $$ begin
            perform private.settle_order('${order.id}', ${status === undefined ? 'null' : `'${response(status)}'`});
            raise exception 'broken off';
          end $$`)
          await expect(crash).rejects.toThrow('broken off')
        }
        await as(secretKey).query(`select public.settle_order($1, $2::jsonb)`, [
          order.id,
          status === undefined ? null : response(status),
        ])
      }
      // Paystack's state advances; each query sees the state of its time or later.
      const asked = looks.map(({ after, ...rest }) => ({ at: Math.min(after, states.length - 1), ...rest }))
      // An old response may arrive after a new one; only a reversal is queried in order, because there the order
      // decides what is recorded.
      const inTime = what.reversed ? asked.toSorted((one, other) => one.at - other.at) : asked
      for (const { at, times, breaks, event } of inTime) {
        if (event) {
          await as(secretKey).query(
            `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'charge.success', 'reference', $1::text)))`,
            [order.reference],
          )
          await as(secretKey).query(`select public.process_payment_events()`)
        }
        for (let time = 0; time < times; time += 1) {
          await ask(at, breaks && time === 0)
        }
      }
      // The sweep queries again at the end; an event of an agreed refund may have arrived before.
      const sawPaid = inTime.some(({ at }) => states[at] === 'success')
      if (agreed && what.reversed && sawPaid) {
        await as(owner).change(`update private.orders set refund_state = 'agreed' where id = $1 and state in ('paid', 'wrong')`, [
          order.id,
        ])
        await as(secretKey).query(`select public.record_refund_state($1, 'pending', 'R1')`, [order.id])
        await as(secretKey).query(`select public.record_refund_state($1, 'processed')`, [order.id])
      }
      await ask(states.length - 1, false)

      const [books] = await as(owner).query<{
        state: string
        refund_state: string | null
        sales: number
        refunds: number
        kobo: number
      }>(
        `select o.state, o.refund_state, count(distinct s.id)::int as sales, count(distinct r.id)::int as refunds,
                (coalesce(sum(distinct s.share_kobo), 0) - coalesce(sum(distinct r.share_back_kobo), 0))::float8 as kobo
           from private.orders o
           left join public.sales s on s.order_reference = o.reference
           left join public.refunds r on r.sale_id = s.id
          where o.id = $1 group by o.state, o.refund_state`,
        [order.id],
      )
      const last = states.at(-1)
      const isOurs = what.amount === 0 && what.domain === 'live'
      const gotIt = what.paid && isOurs && (!what.reversed || sawPaid)
      const wentBack = what.paid && what.reversed
      expect(books).toEqual({
        state: !what.paid
          ? last === undefined
            ? 'pending'
            : last === 'failed' || last === 'abandoned'
              ? last
              : 'pending'
          : wentBack && !sawPaid
            ? 'failed'
            : isOurs
              ? 'paid'
              : 'wrong',
        refund_state: wentBack && sawPaid ? 'processed' : null,
        sales: gotIt ? 1 : 0,
        refunds: gotIt && wentBack ? 1 : 0,
        kobo: gotIt && !wentBack ? what.discount.toPay * 50 : 0,
      })
    }),
    { numRuns: HISTORIES },
  )
  const [sum] = await as(owner).query<{ kobo: number }>(
    `select coalesce(sum(amount_kobo), 0)::float8 as kobo from public.book_entries`,
  )
  expect(sum?.kobo).toBe(0)
})

/** In naira: half of it is above the minimum payout. */
const DISPUTED_PRICE = 20_000
const SHARE = 1_000_000

/** Events at Paystack after a payment, in this order. part: disputed kobo; null: all. */
const disputed = fc.record({
  asksBank: fc.boolean(),
  ends: fc.constantFrom('declined', 'merchant-accepted', 'auto-accepted', 'withdrawn', 'not yet'),
  part: fc.constantFrom(null, null, 600_000),
  hasCode: fc.boolean(),
})
/**
 * Events here at the same time: a query of the dispute (in its state at that time), one of the payment, the window
 * closes, a payout run.
 */
const duringDispute = fc.oneof(
  fc.record({ what: fc.constant('look' as const), at: fc.nat(3), breaks: fc.boolean() }),
  fc.record({ what: fc.constantFrom('verify' as const, 'window' as const, 'run' as const) }),
)

it(`${HISTORIES} random histories of disputes end in the same ledger`, { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(disputed, fc.array(duringDispute, { maxLength: 10 }), async ({ asksBank, ends, part, hasCode }, events) => {
      const student = await signUp(`random-${randomUUID()}@example.com`)
      await as(owner).query(
        `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, 'GTBank', '0123456789', 'A')`,
        [student.profileId],
      )
      const { id: work } = await shop.work(hasCode ? DISPUTED_PRICE * 1.25 : DISPUTED_PRICE, student)
      const order = await shop.paid({
        material: work,
        price: DISPUTED_PRICE,
        email: student.email,
        ...(hasCode && { code: 'FIFTH' }),
      })
      const isLost = ends === 'merchant-accepted' || ends === 'auto-accepted'
      const states = [
        { status: 'awaiting-merchant-feedback', resolution: null },
        ...(asksBank ? [{ status: 'awaiting-bank-feedback', resolution: null }] : []),
        ...(ends === 'not yet'
          ? []
          : [ends === 'withdrawn' ? { status: 'archived', resolution: null } : { status: 'resolved', resolution: ends }]),
      ]
      const isAllBack = isLost && part === null
      const id = String(randomBytes(6).readUIntBE(0, 6))
      const say = (at: number) =>
        JSON.stringify({
          id,
          reference: order.reference,
          domain: 'live',
          ...states[at],
          payment: isAllBack && at === states.length - 1 ? 'reversed' : 'success',
          refund_amount: part,
          due_at: null,
          updated_at: new Date(Date.UTC(2026, 10, 22, at)).toISOString(),
        })
      /** An old response may arrive after a new one: Paystack dates them. */
      async function ask(at: number, breaks: boolean) {
        if (breaks) {
          const crash = as(owner).query(`do $$ begin
            perform private.settle_dispute('${say(at)}');
            raise exception 'broken off';
          end $$`)
          await expect(crash).rejects.toThrow('broken off')
        }
        await as(secretKey).query(`select public.settle_dispute($1::jsonb)`, [say(at)])
      }
      const sums = async () => {
        const [row] = await as(owner).query<{ waiting: number; available: number; sent: number; open: boolean }>(
          `select (-private.balance('waiting', $1))::integer as waiting, (-private.balance('available', $1))::integer as available,
                  (select coalesce(sum(amount_kobo), 0) from public.payouts where profile_id = $1)::integer as sent,
                  (select dispute_state = 'open' from private.orders where id = $2) is true as open`,
          [student.profileId, order.id],
        )
        return row ?? { waiting: 0, available: 0, sent: 0, open: false }
      }
      const clear = () => as(owner).query(`select private.clear_shares(now() + interval '9 days')`)
      async function run() {
        const { available } = await sums()
        await as(owner).query(`select private.confirm_run($1, $2::jsonb, now() + interval '9 days')`, [
          randomUUID(),
          JSON.stringify([{ profile: student.profileId, kobo: available }]),
        ])
      }

      let latest = -1
      for (const event of events) {
        const before = await sums()
        if (event.what === 'look') {
          const at = Math.min(event.at, states.length - 1)
          latest = Math.max(latest, at)
          await ask(at, event.breaks)
        } else if (event.what === 'verify') {
          const knows = isAllBack && latest === states.length - 1
          await shop.settle(order, { status: knows ? 'reversed' : 'success' })
        } else {
          await (event.what === 'window' ? clear() : run())
        }
        const now = await sums()
        if (now.open) {
          // A share that was not paid out before the dispute became known stays pending, and no payout run pays it.
          expect(now).toEqual({ waiting: SHARE - now.sent, available: 0, sent: before.sent, open: true })
        }
      }
      await ask(states.length - 1, false)
      await clear()
      const { waiting, available, sent } = await sums()
      const back = !isLost ? 0 : part === null ? SHARE : part / 2
      expect(waiting + available + sent).toBe(SHARE - back)
      expect(waiting).toBe(ends === 'not yet' ? SHARE - sent : 0)
      const refunds = await as(owner).query<{ kobo: number }>(
        `select r.amount_kobo::integer as kobo from public.refunds r join public.sales s on s.id = r.sale_id where s.order_reference = $1`,
        [order.reference],
      )
      expect(refunds).toEqual(isLost ? [{ kobo: part ?? DISPUTED_PRICE * 100 }] : [])
    }),
    { numRuns: HISTORIES },
  )
  const [sum] = await as(owner).query<{ kobo: number }>(
    `select coalesce(sum(amount_kobo), 0)::float8 as kobo from public.book_entries`,
  )
  expect(sum?.kobo).toBe(0)
})
