import process from 'node:process'
import { adminClient } from '../_shared/caller.ts'
import { answerSaleNotice } from '../_shared/sale-notice.ts'

/**
 * The endpoint /hooks/sales for a project without our site in front: an automation posts a sale with the secret
 * SALES_HOOK_SECRET. The stored notice is processed immediately afterwards, or by the site's next round if that fails.
 */
export default {
  fetch(request: Request): Promise<Response> {
    return answerSaleNotice(request, {
      secret: process.env.SALES_HOOK_SECRET || null,
      now: Date.now(),
      async keep(sale) {
        const admin = adminClient()
        const { error } = await admin.rpc('receive_sale_notices', { notices: [sale] })
        if (error) {
          throw new Error(error.message)
        }
        admin.rpc('process_sale_notices').then(
          ({ error: later }) =>
            later && console.error(`Could not process sale notices; they wait for the next round: ${later.message}`),
          (later: unknown) => console.error(`Could not process sale notices; they wait for the next round: ${String(later)}`),
        )
      },
    })
  },
}
