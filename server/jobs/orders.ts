import { sweepDisputes } from '../orders/disputes.ts'
import { settle } from '../orders/orders.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'
import type { Refund } from '../paystack/responses.ts'
import { PaystackRejectedError } from '../paystack/client.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 20_000
const AT_ONCE = 20

/** A paid order whose refunds are queried. `provider_id` is Paystack's number of the payment. */
type Refunded = { id: string; reference: string; provider_id: string; paid_at: string }

/**
 * Queries Paystack about undecided orders (private.next_check says when: 1, 5 and 30 minutes after their start, then
 * hourly for three days, and at once after an event), sends refunds that an admin agreed to, queries refunds from
 * Paystack's dashboard and disputes, and reminds buyers of unfinished payments. Several processes may do this: the database gives each order to one of them.
 * Interrupted work is due again.
 * @param after starts the emails.
 */
export function sweepOrders(shop: PaymentServices | null, job: Job, after: () => void): PeriodicJob {
  if (shop === null) {
    return disabledJob
  }
  const { client, paystack } = shop

  /** Reports Paystack's refunds of a payment to the database. Returns what is to be done now. */
  async function settleRefunds(order: { id: string }, found: Refund[]) {
    const response = found.map(({ id, amount, currency, status, dispute, at }) => ({ id, amount, currency, status, dispute, at }))
    const { data } = await client.rpc('settle_refunds', { of_order: order.id, response }).single().throwOnError()
    return data
  }
  const getPayment = ({ reference, provider_id, paid_at }: Refunded) => ({
    id: provider_id,
    reference,
    paidAt: new Date(paid_at),
  })

  async function refund(due: Refunded & { refund_id: string | null; currency: string }) {
    if (due.refund_id !== null) {
      await settleRefunds(due, [await paystack.findRefund(due.refund_id)])
      return
    }
    // An earlier request may have succeeded although its response was lost, so query Paystack before sending it
    // again.
    const before = await settleRefunds(due, await paystack.listPaymentRefunds(getPayment(due)))
    if (before.outcome !== 'send') {
      return
    }
    if ((await paystack.verify(due.reference))?.status === 'reversed') {
      await client.rpc('record_refund_state', { of_order: due.id, status: 'processed' }).throwOnError()
      return
    }
    try {
      const { id, status } = await paystack.refund({
        reference: due.reference,
        amount: before.remaining_kobo,
        currency: due.currency,
        note: `Order ${due.reference}`,
      })
      // The state 'processed' is read from the refund itself, which has the amount.
      const named = status === 'processed' ? 'processing' : status
      await client.rpc('record_refund_state', { of_order: due.id, status: named, named: id }).throwOnError()
    } catch (error) {
      if (!(error instanceof PaystackRejectedError)) {
        throw error
      }
      // An admin may have made a refund in the dashboard since then.
      const again = await settleRefunds(due, await paystack.listPaymentRefunds(getPayment(due)))
      if (again.outcome === 'send') {
        job.failed(error, `the refund of ${due.reference}`)
        await client.rpc('record_refund_state', { of_order: due.id, status: 'failed', fault: error.message }).throwOnError()
      }
    }
  }

  /** Finds the refunds of a payment that were not requested here. */
  async function findRefunds(due: Refunded) {
    await settleRefunds(due, await paystack.listPaymentRefunds(getPayment(due)))
  }

  /** Runs one step per row. A failed row is logged and due again; the others continue. */
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

  return runPeriodically(job, EVERY_MS, async () => {
    await client.rpc('process_payment_events').throwOnError()
    const { data: orders } = await client.rpc('claim_orders', { max_rows: AT_ONCE }).throwOnError()
    const { data: refunds } = await client.rpc('claim_refunds', { max_rows: AT_ONCE }).throwOnError()
    const found = { mode: paystack.domain, max_rows: AT_ONCE }
    const { data: refunded } = await client.rpc('claim_refunded_orders', found).throwOnError()
    const waiting =
      (await each(orders, (order) => settle(client, paystack, order))) +
      (await each(refunds, refund)) +
      (await each(refunded, findRefunds))
    const disputes = await sweepDisputes(shop, each)
    const { data: reminded } = await client.rpc('remind_buyers').throwOnError()
    if (orders.length + refunds.length + refunded.length + disputes.done + reminded > 0) {
      after()
    }
    return { more: orders.length === AT_ONCE || refunds.length === AT_ONCE, waiting: waiting + disputes.failed }
  })
}
