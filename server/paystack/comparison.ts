import type { Listed } from './responses.ts'
import type { PaymentServices } from './payment-services.ts'

/**
 * A payment may have been started this long before: an order is checked for three days, and a transfer may wait for
 * its code.
 */
const BEGUN_BEFORE_MS = 8 * 24 * 3_600_000

/**
 * Reconciles if it is due, or now when an admin requests it (`forced`). Returns the number of open discrepancies, or
 * null when it was already done.
 * @throws what the client of Paystack throws, or when the backend failed.
 */
export async function reconcileWithPaystack(
  { client, paystack }: Pick<PaymentServices, 'client' | 'paystack'>,
  forced: boolean,
): Promise<number | null> {
  const mode = paystack.domain
  const { data: due } = await client.rpc('claim_paystack_reconciliation', { mode, forced }).maybeSingle().throwOnError()
  if (!due) {
    return null
  }
  const from = new Date(Date.parse(due.since) - BEGUN_BEFORE_MS)
  const to = new Date()
  const payments = await paystack.listPayments(from, to)
  const transfers = await paystack.listTransfers(from, to)
  const refunds = await paystack.listRefunds(from, to)
  const { data: open } = await client
    .rpc('reconcile_with_paystack', {
      mode,
      since: due.since,
      until: due.until,
      payments: payments.filter(ours(mode)).map(shown),
      transfers: transfers.filter(ours(mode)).map(shown),
      refunds: refunds.filter(({ domain }) => domain === mode),
    })
    .throwOnError()
  return open
}

const ours =
  (mode: string) =>
  ({ domain, currency }: Listed) =>
    domain === mode && currency === 'NGN'
const shown = ({ reference, status, amount, fees, paid_at, created_at, createdAt }: Listed) => ({
  reference,
  status,
  amount,
  fees,
  at: paid_at ?? created_at ?? createdAt,
})
