import type { Handler } from 'hono'
import { answerPaystackNotice } from '#functions/_shared/paystack-notice.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'

/**
 * POST /hooks/paystack: Paystack tells us of an event (supabase/functions/_shared/paystack-notice.ts). Where nothing is sold there is no such address.
 * @param kept is called once an event was kept; the sweep then asks Paystack.
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
