import { askAboutDisputes } from '../orders/disputes.ts'
import { settle } from '../orders/orders.ts'
import type { Shop } from '../orders/shop.ts'
import { PaystackRefused } from '../paystack/client.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'

const EVERY_MS = 20_000
const AT_ONCE = 20

/**
 * Asks Paystack about orders that are undecided (private.next_check says when: 1, 5 and 30 minutes after they began, then hourly for three days, and at
 * once after an event), sends refunds that an operator agreed to, and asks about disputes. Several processes may do this: the database gives each order to one of
 * them. What breaks off is due again.
 * @param after starts the mails.
 */
export function sweepOrders(shop: Shop | null, job: Job, after: () => void): Rounds {
  if (shop === null) {
    return noRounds
  }
  const { client, paystack } = shop

  async function refund(due: { id: string; reference: string; refund_id: string | null; amount_kobo: number; reason: string }) {
    // An earlier call may have gone through although its answer was lost.
    if (due.refund_id === null && (await paystack.verify(due.reference))?.status === 'reversed') {
      await client.rpc('note_refund_state', { of_order: due.id, status: 'processed' }).throwOnError()
      return
    }
    try {
      const said = due.refund_id
        ? await paystack.refundOf(due.refund_id)
        : await paystack.refund(due.reference, due.amount_kobo, `Order ${due.reference}`)
      await client.rpc('note_refund_state', { of_order: due.id, status: said.status, named: said.id }).throwOnError()
    } catch (error) {
      if (!(error instanceof PaystackRefused)) {
        throw error
      }
      // Perhaps an earlier call went through and its answer was lost: then the payment is reversed, or will be.
      const state = (await paystack.verify(due.reference))?.status
      if (state === 'reversed') {
        await client.rpc('note_refund_state', { of_order: due.id, status: 'processed' }).throwOnError()
      } else {
        job.failed(error, `the refund of ${due.reference}`)
        await client.rpc('note_refund_state', { of_order: due.id, status: 'failed', fault: error.message }).throwOnError()
      }
    }
  }

  /** Does one thing; what fails is logged and due again, and the others go on. */
  async function each<Row extends { reference: string }>(rows: Row[], what: (row: Row) => Promise<unknown>): Promise<number> {
    let failed = 0
    for (const row of rows) {
      try {
        await what(row)
      } catch (error) {
        failed += 1
        job.failed(error, `order ${row.reference}`)
      }
    }
    return failed
  }

  return inRounds(job, EVERY_MS, async () => {
    await client.rpc('take_payment_events').throwOnError()
    const { data: orders } = await client.rpc('claim_orders', { most: AT_ONCE }).throwOnError()
    const { data: refunds } = await client.rpc('claim_refunds', { most: AT_ONCE }).throwOnError()
    const waiting = (await each(orders, (order) => settle(client, paystack, order))) + (await each(refunds, refund))
    const disputes = await askAboutDisputes(shop, each)
    if (orders.length + refunds.length + disputes.done > 0) {
      after()
    }
    return { more: orders.length === AT_ONCE || refunds.length === AT_ONCE, waiting: waiting + disputes.failed }
  })
}
