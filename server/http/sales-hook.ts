import type { Handler } from 'hono'
import { answerSaleNotice } from '#functions/_shared/sale-notice.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { serviceClient } from '../service-client.ts'

/**
 * POST /hooks/sales: an automation tells us of a sale (supabase/functions/_shared/sale-notice.ts). Without SALES_HOOK_SECRET, or without the
 * backend's secret key, there is no such address.
 * @param taken is called once a notice was written down, and may have queued a mail.
 */
export function salesHook(backend: SiteBackend, secret: string | null, taken: () => void, notHere: Handler): Handler {
  const client = secret === null ? null : serviceClient(backend)
  return (c, next) =>
    client === null
      ? notHere(c, next)
      : answerSaleNotice(c.req.raw, {
          secret,
          now: Date.now(),
          async keep(sale) {
            const { error } = await client.rpc('receive_sale_notice', { input: sale })
            if (error) {
              throw new Error(error.message)
            }
            // After the answer. What fails now is taken up by the next round (server/jobs/maintenance.ts).
            setImmediate(() => {
              client.rpc('process_sale_notices').then(
                ({ error: later }) =>
                  later ? console.error(`Notices of sales wait for the next round: ${later.message}`) : taken(),
                (later: unknown) => console.error(`Notices of sales wait for the next round: ${String(later)}`),
              )
            })
          },
        })
}
