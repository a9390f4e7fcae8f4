import type { Handler } from 'hono'
import { answerSaleNotice, type NotifiedSale } from '#functions/_shared/sale-notice.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { serviceClient } from '../service-client.ts'
import { inBatches } from './in-batches.ts'

/**
 * Handles POST /hooks/sales: an automation reports a sale (supabase/functions/_shared/sale-notice.ts). Without
 * SALES_HOOK_SECRET or the backend's secret key, the address does not exist.
 * @param stored is called after a burst of notices was stored; a job then processes them (server/jobs/sale-notices.ts).
 */
export function salesHook(backend: SiteBackend, secret: string | null, stored: () => void, notHere: Handler): Handler {
  const client = secret === null ? null : serviceClient(backend)
  if (client === null) {
    return notHere
  }
  const keep = inBatches<NotifiedSale>(async (notices) => {
    await client.rpc('receive_sale_notices', { notices }).throwOnError()
  }, stored)
  return (c) => answerSaleNotice(c.req.raw, { secret, now: Date.now(), keep })
}
