import type { Handler } from 'hono'
import { answerPaystackNotice, type PaymentEvent } from '#functions/_shared/paystack-notice.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'
import { inBatches } from './in-batches.ts'

/**
 * Handles POST /hooks/paystack: Paystack reports an event (supabase/functions/_shared/paystack-notice.ts). Where
 * nothing is sold, the address does not exist.
 * @param stored is called after a burst of events was stored; the sweep then queries Paystack.
 */
export function paystackHook(shop: PaymentServices | null, stored: () => void, notHere: Handler): Handler {
  if (shop === null) {
    return notHere
  }
  const keep = inBatches<PaymentEvent>(async (events) => {
    await shop.client.rpc('receive_payment_events', { events }).throwOnError()
  }, stored)
  return (c) => answerPaystackNotice(c.req.raw, { secret: shop.secretKey, keep })
}
