import { errorMessage, log } from '#app/platform/process/log.server.ts'
import type { Handler } from 'hono'
import { answerSaleNotice } from '#functions/_shared/sale-notice.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { serviceClient } from '../service-client.ts'

/**
 * Handles POST /hooks/sales: an automation reports a sale (supabase/functions/_shared/sale-notice.ts). Without
 * SALES_HOOK_SECRET or the backend's secret key, the address does not exist.
 * @param taken is called after a notice was recorded, which may have queued an email.
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
            // This runs after the response. What fails here is retried by the next round
            // (server/jobs/maintenance.ts).
            setImmediate(() => {
              client.rpc('process_sale_notices').then(
                ({ error: failure }) => (failure ? logDelay(failure.message) : taken()),
                (failure: unknown) => logDelay(errorMessage(failure)),
              )
            })
          },
        })
}

function logDelay(error: string): void {
  log.warn({ event: 'sale.notices_delayed', error }, 'Could not process notices of sales before the next round')
}
