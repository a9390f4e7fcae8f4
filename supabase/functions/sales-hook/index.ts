import { withSupabase } from '@supabase/server'
import { answerSaleNotice } from '../_shared/sale-notice.ts'

/**
 * The endpoint /hooks/sales for a project without our site in front of it: an automation posts a sale, with the secret SALES_HOOK_SECRET. What is
 * kept is written down at once afterwards, and by the site's next round if that fails.
 */
export default {
  fetch: withSupabase({ auth: 'none' }, (request, { supabaseAdmin }) =>
    answerSaleNotice(request, {
      secret: process.env.SALES_HOOK_SECRET || null,
      now: Date.now(),
      async keep(sale) {
        const { error } = await supabaseAdmin.rpc('receive_sale_notice', { given: sale })
        if (error) {
          throw new Error(error.message)
        }
        supabaseAdmin.rpc('take_in_sale_notices').then(
          ({ error: later }) => later && console.error(`Notices of sales wait for the next round: ${later.message}`),
          (later: unknown) => console.error(`Notices of sales wait for the next round: ${String(later)}`),
        )
      },
    }),
  ),
}
