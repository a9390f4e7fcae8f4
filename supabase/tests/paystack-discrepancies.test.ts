// private.paystack_discrepancies: reconciliation of Paystack's lists with our orders, sales and payouts, in both
// directions.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

const KOBO = 350_000
let material = ''
beforeAll(async () => {
  const { id: upload } = await sendIn(ada, 'Reconciled')
  await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])
  const [row] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, price, published_at) values ('compared', 'Reconciled', 'seminar', 3500, now()) returning id`,
  )
  material = row?.id ?? ''
  await as(owner).change(`insert into public.material_shares (material_id, upload_id, profile_id) values ($1, $2, $3)`, [
    material,
    upload,
    ada.profileId,
  ])
  await as(owner).change(`update public.research_materials set sold_here = true where id = $1`, [material])
})
// Orders of one test are deleted before the next.
beforeEach(async () => {
  await as(owner).change(`delete from private.paystack_discrepancies`)
  await as(owner).change(
    `update private.orders set paid_at = now() - interval '50 days', created_at = now() - interval '50 days'`,
  )
})

type Order = { id: string; reference: string }
async function ordered(): Promise<Order> {
  const [started] = await as(secretKey).query<{ it: Order }>(
    `select (select to_jsonb(r) from public.create_order($1, 'buyer@mail.ng', 3500, 'live', $2) r) as it`,
    [material, createHash('sha256').update(randomUUID()).digest('hex')],
  )
  return started?.it ?? { id: '', reference: '' }
}
const YESTERDAY = new Date(Date.now() - 24 * 3_600_000).toISOString()
async function paid(): Promise<Order> {
  const order = await ordered()
  await as(secretKey).query(`select public.settle_order($1, $2::text::jsonb)`, [
    order.id,
    JSON.stringify({
      id: '1',
      status: 'success',
      reference: order.reference,
      amount: KOBO,
      currency: 'NGN',
      domain: 'live',
      fees: 15_250,
      paid_at: YESTERDAY,
    }),
  ])
  return order
}
type Line = { reference: string; status?: string; amount?: number; fees?: number | null }
const payment = ({ reference, status = 'success', amount = KOBO, fees = 15_250 }: Line) => ({
  reference,
  status,
  amount,
  fees,
  at: YESTERDAY,
})
type ListedRefund = { id: string; reference: string; status: string; amount: number; dispute: string | null; at?: string | null }
const compare = async (payments: Line[], transfers: Line[] = [], refunds: ListedRefund[] = []) =>
  (
    await as(secretKey).query<{ open: number }>(
      `select public.reconcile_with_paystack('live', now() - interval '4 days', now() - interval '1 hour', $1::text::jsonb, $2::text::jsonb, $3::text::jsonb) as open`,
      [
        JSON.stringify(payments.map(payment)),
        JSON.stringify(transfers.map(payment)),
        JSON.stringify(refunds.map((refund) => ({ at: YESTERDAY, ...refund }))),
      ],
    )
  )[0]?.open
const open = () =>
  as(owner).query(
    `select kind, reference, ours_kobo::float8 as ours, theirs_kobo::float8 as theirs from private.due_discrepancies`,
  )

describe('payment discrepancies', () => {
  it('do not include a payment that both sides have', async () => {
    const { reference } = await paid()
    expect(await compare([{ reference }])).toBe(0)
  })

  it('include a payment that only one side has', async () => {
    const { reference } = await paid()
    expect(await compare([{ reference: 'SOMETHING-ELSE' }])).toBe(2)
    expect(await open()).toEqual(
      expect.arrayContaining([
        { kind: 'payment_unknown', reference: 'SOMETHING-ELSE', ours: 0, theirs: KOBO },
        { kind: 'payment_not_there', reference, ours: KOBO, theirs: 0 },
      ]),
    )
    expect(await compare([{ reference, status: 'failed' }]), 'a failed one is none').toBe(1)
  })

  it('include an unknown paid order which is verified immediately', async () => {
    const order = await ordered()
    await as(owner).change(`update private.orders set next_check_at = null, state = 'abandoned' where id = $1`, [order.id])
    expect(await compare([{ reference: order.reference }])).toBe(1)
    expect(await open()).toEqual([{ kind: 'payment_not_recorded', reference: order.reference, ours: 0, theirs: KOBO }])
    expect(await as(secretKey).query(`select reference from public.claim_orders()`)).toContainEqual({
      reference: order.reference,
    })
  })

  it.each([
    ['payment_amount', { amount: KOBO + 1 }, KOBO, KOBO + 1],
    ['fee', { fees: 15_251 }, 15_250, 15_251],
    ['refund_not_recorded', { status: 'reversed' }, KOBO, 0],
  ])('include %s to the kobo', async (kind, other, ours, theirs) => {
    const { reference } = await paid()
    expect(await compare([{ reference, ...other }])).toBe(1)
    expect(await open()).toEqual([{ kind, reference, ours, theirs }])
  })

  it('include a reversed sale and a refund that only we have', async () => {
    const [one, other] = [await paid(), await paid()]
    await as(owner).query(`select private.refund_is_processed($1)`, [other.id])
    // Admins cannot do that to an order with real money; a sale that was reversed earlier must still be found.
    await as(owner).query(`select private.reverse_sale(sale_id, 'wrong') from private.orders where id = $1`, [one.id])
    await compare([{ reference: one.reference }, { reference: other.reference }])
    expect(await open()).toEqual(
      expect.arrayContaining([
        { kind: 'sale_reversed', reference: one.reference, ours: 0, theirs: KOBO },
        { kind: 'refund_not_there', reference: other.reference, ours: 0, theirs: KOBO },
      ]),
    )
  })
})

describe('partial refunds', () => {
  it('are reported and verified immediately when our order does not have them', async () => {
    const order = await paid()
    const { reference } = order
    const refund = { id: '901', reference, status: 'processed', amount: 100_000, dispute: null }
    expect(await compare([{ reference }], [], [refund, { ...refund, id: '902', amount: 5000, at: null }])).toBe(1)
    expect(await open()).toEqual([{ kind: 'partial_refund_not_recorded', reference, ours: 0, theirs: 105_000 }])
    expect(await as(secretKey).query(`select id from public.claim_refunded_orders('live')`)).toEqual([{ id: order.id }])
    await as(secretKey).query(`select * from public.settle_refunds($1, $2::text::jsonb)`, [
      order.id,
      JSON.stringify([
        { ...refund, currency: 'NGN', at: YESTERDAY },
        { ...refund, id: '902', amount: 5000, currency: 'NGN', at: YESTERDAY },
      ]),
    ])
    expect(await compare([{ reference }], [], [refund])).toBe(0)
  })

  it('are ignored when pending or of a dispute or of other payments', async () => {
    const { reference } = await paid()
    const refund = { id: '911', reference, status: 'processed', amount: 100_000, dispute: null }
    const others = [
      { ...refund, status: 'pending' },
      { ...refund, dispute: '7' },
      { ...refund, reference: 'OTHER' },
    ]
    expect(await compare([{ reference }], [], others)).toBe(0)
  })
})

describe('transfer discrepancies', () => {
  it('include a transfer that is not a payout', async () => {
    expect(await compare([], [{ reference: 'made-by-somebody', amount: 500 }])).toBe(1)
    expect(await open()).toEqual([{ kind: 'transfer_unknown', reference: 'made-by-somebody', ours: 0, theirs: 500 }])
  })

  it('include completed transfers of only one side or of another amount and verify unknown results', async () => {
    await as(owner).query(
      `select private.record_sale($1, row('selar', $2, 1000000, 0, now() - interval '30 days')::private.payment, 'csv')`,
      [material, randomUUID()],
    )
    await as(owner).change(
      `insert into public.profiles_bank_details (profile_id, bank_name, account_number) values ($1, 'GTBank', '0000014579')`,
      [ada.profileId],
    )
    await as(owner).query(`select private.clear_shares(now(), 1000)`)
    const [kobo] = await as(owner).query<{ kobo: string }>(`select -private.balance('available', $1) as kobo`, [ada.profileId])
    const [run] = await as(owner).query<{ outcome: string; run_id: string }>(
      `select * from private.confirm_run($1, $2::text::jsonb, now() + interval '3 days')`,
      [randomUUID(), JSON.stringify([{ profile: ada.profileId, kobo: Number(kobo?.kobo) }])],
    )
    expect(run?.outcome).toBe('ok')
    const reference = `ll-${randomUUID().replaceAll('-', '')}`
    await as(owner).change(
      `insert into private.transfers (payout_id, reference, amount_kobo, domain, state, settled_at)
       select id, $2, amount_kobo, 'live', 'success', now() - interval '1 day' from public.payouts where run_id = $1`,
      [run?.run_id, reference],
    )
    const amount = Number(kobo?.kobo)
    expect(await compare([], [{ reference, amount }])).toBe(0)
    await compare([], [])
    expect(await open()).toEqual([{ kind: 'transfer_not_there', reference, ours: amount, theirs: 0 }])
    await compare([], [{ reference, amount, status: 'reversed' }])
    expect(await open()).toEqual([{ kind: 'transfer_reversal_not_recorded', reference, ours: amount, theirs: 0 }])
    expect(await as(secretKey).query(`select task from public.claim_transfers('live', false)`)).toEqual([{ task: 'ask' }])
    await as(owner).change(`update private.transfers set state = 'pending'`)
    await compare([], [{ reference, amount: amount - 1 }])
    expect(await open()).toEqual(
      expect.arrayContaining([
        { kind: 'transfer_not_recorded', reference, ours: 0, theirs: amount - 1 },
        { kind: 'transfer_amount', reference, ours: amount, theirs: amount - 1 },
      ]),
    )
  })
})

describe('a discrepancy', () => {
  const settle = async (words: string) => {
    const [row] = await as(admin).query<{ it: boolean }>(
      `select public.resolve_discrepancy(((public.paystack_reconciliation() -> 'open') -> 0 ->> 'id')::uuid, $1) as it`,
      [words],
    )
    return row?.it
  }

  it('disappears automatically and returns as a new one', async () => {
    const { reference } = await paid()
    expect([await compare([]), await compare([{ reference }]), await compare([])]).toEqual([1, 0, 1])
    expect(await as(owner).query(`select from private.paystack_discrepancies`)).toHaveLength(2)
  })

  it('is resolved with a note until it changes', async () => {
    const { reference } = await paid()
    await compare([{ reference, fees: 20_000 }])
    expect([await settle('  '), await settle('A foreign card'), await compare([{ reference, fees: 20_000 }])]).toEqual([
      false,
      true,
      0,
    ])
    expect(await compare([{ reference, fees: 20_001 }])).toBe(1)
    expect(
      await as(owner).query(
        `select details ->> 'note' as note from public.audit_log where action = 'money.discrepancy_resolved'`,
      ),
    ).toEqual([{ note: 'A foreign card' }])
  })

  it('is limited to the mode of the key', async () => {
    const { id } = await paid()
    await as(owner).change(`update private.orders set domain = 'test' where id = $1`, [id])
    expect(await compare([])).toBe(0)
  })
})

describe('reconciliation', () => {
  it('runs once a night in one process or at any time for an admin', async () => {
    const claim = (forced: boolean) =>
      as(secretKey).query(`select * from public.claim_paystack_reconciliation('live', $1)`, [forced])
    expect(await claim(true)).toHaveLength(1)
    expect(await claim(false), 'another process does it').toEqual([])
    await compare([])
    await as(owner).change(`update private.paystack_reconciliations set claimed_at = now() - interval '2 hours'`)
    expect(await claim(false), 'it is done').toEqual([])
    expect(await claim(true)).toHaveLength(1)
  })

  it('is limited to the secret key for comparing and to admins for reading and settling', async () => {
    for (const user of [visitor, ada, admin]) {
      for (const call of [`claim_paystack_reconciliation('live')`, `reconcile_with_paystack('live', now(), now(), '[]', '[]')`]) {
        await expect(as(user).query(`select public.${call}`), call).rejects.toMatchObject(noGrant)
      }
    }
    for (const call of [`paystack_reconciliation()`, `resolve_discrepancy(gen_random_uuid(), 'x')`]) {
      await expect(as(ada).query(`select public.${call}`), call).rejects.toMatchObject({ code: '42501' })
      await expect(as(visitor).query(`select public.${call}`), call).rejects.toMatchObject(noGrant)
    }
  })
})

// This test is the last one, because a sale cannot be deleted.
describe('sale discrepancies', () => {
  it('include a manually recorded sale that Paystack does not have', async () => {
    await as(owner).query(
      `select private.record_sale($1, row('paystack', 'BY-HAND', 100000, 0, now() - interval '1 day')::private.payment, 'hand')`,
      [material],
    )
    await compare([])
    expect(await open()).toEqual([{ kind: 'sale_not_there', reference: 'BY-HAND', ours: 100_000, theirs: 0 }])
    expect(await compare([{ reference: 'by-hand', amount: 100_000 }])).toBe(0)
  })
})
