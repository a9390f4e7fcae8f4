import type { Handler } from 'hono'
import { answerPaystackNotice } from '#functions/_shared/paystack-notice.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'

/**
 * Handles POST /hooks/paystack: Paystack reports an event (supabase/functions/_shared/paystack-notice.ts). Where
 * nothing is sold, the address does not exist.
 * @param stored is called after an event was stored; the sweep then queries Paystack.
 */
export function paystackHook(shop: PaymentServices | null, stored: () => void, notHere: Handler): Handler {
  return (c, next) =>
    shop === null
      ? notHere(c, next)
      : answerPaystackNotice(c.req.raw, {
          secret: shop.secretKey,
          async keep({ event, reference }) {
            await shop.client.rpc('receive_payment_event', { event, reference }).throwOnError()
            setImmediate(stored)
          },
        })
}
