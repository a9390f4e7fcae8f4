import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Admin = Pick<CurrentUser, 'client'>
const kobo = v.number()
const difference = v.object({
  id: v.string(),
  kind: v.string(),
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

/** When what Paystack lists was compared last, and the differences. Throws when the backend failed, as all of these do. */
export async function paystackReconciliation(admin: Admin): Promise<v.InferOutput<typeof comparison>> {
  const { data } = await admin.client.rpc('paystack_reconciliation').throwOnError()
  return v.parse(comparison, data)
}

/** Settles a difference with a note. False when it was settled or is gone. */
export async function resolveDiscrepancy(admin: Admin, id: string, words: string): Promise<boolean> {
  const { data } = await admin.client.rpc('resolve_discrepancy', { of_difference: id, words }).throwOnError()
  return data
}
