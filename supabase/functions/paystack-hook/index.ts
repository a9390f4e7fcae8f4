import process from 'node:process'
import { adminClient } from '../_shared/caller.ts'
import { answerPaystackNotice } from '../_shared/paystack-notice.ts'

/**
 * The endpoint /hooks/paystack for a project without our site in front: Paystack's notices, signed with
 * PAYSTACK_SECRET_KEY. The event is stored; the site's next round verifies it with Paystack.
 */
export default {
  fetch(request: Request): Promise<Response> {
    return answerPaystackNotice(request, {
      secret: process.env.PAYSTACK_SECRET_KEY || null,
      async keep(event) {
        const { error } = await adminClient().rpc('receive_payment_events', { events: [event] })
        if (error) {
          throw new Error(error.message)
        }
      },
    })
  },
}
