import * as v from 'valibot'
import { enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Admin = Pick<CurrentUser, 'client'>
const kobo = v.number()
const difference = v.object({
  id: v.string(),
  kind: v.picklist(enums.discrepancy_kind),
  reference: v.string(),
  ours_kobo: kobo,
  theirs_kobo: kobo,
  subject: v.nullable(v.string()),
  happened_at: v.string(),
  gone_at: v.nullable(v.string()),
  settled_at: v.nullable(v.string()),
  note: v.string(),
})
export type PaystackDiscrepancy = v.InferOutput<typeof difference>
const comparison = v.object({
  last: v.nullable(v.object({ done_at: v.string(), payments: kobo, transfers: kobo })),
  open: v.array(difference),
  settled: v.array(difference),
})

/**
 * Returns the time of the last reconciliation with Paystack, and the differences. All functions here throw if the
 * backend failed.
 */
export async function paystackReconciliation(admin: Admin): Promise<v.InferOutput<typeof comparison>> {
  const { data } = await admin.client.rpc('paystack_reconciliation').throwOnError()
  return v.parse(comparison, data)
}

/** Resolves a difference with a comment. False if it was already resolved or does not exist. */
export async function resolveDiscrepancy(admin: Admin, id: string, words: string): Promise<boolean> {
  const { data } = await admin.client.rpc('resolve_discrepancy', { of_difference: id, words }).throwOnError()
  return data
}
