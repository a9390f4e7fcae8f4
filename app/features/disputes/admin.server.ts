import * as v from 'valibot'
import { enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

const text = v.nullable(v.string())
const dispute = v.object({
  id: v.string(),
  status: v.string(),
  resolution: text,
  state: v.picklist(enums.dispute_state),
  category: v.string(),
  claim: v.string(),
  amount_kobo: v.number(),
  currency: v.string(),
  due_at: text,
  answer: v.nullable(v.picklist(['accept', 'decline'])),
  response_text: v.string(),
  response_state: v.nullable(v.picklist(['given', 'sent', 'failed'])),
  response_error: v.string(),
  /** True if Paystack awaits a response from us. */
  may_answer: v.boolean(),
  /** True if Paystack reports something that we cannot parse. */
  is_unclear: v.boolean(),
})
/** A dispute in the admin console. `amount_kobo` is in the smallest unit of `currency`. */
export type Dispute = v.InferOutput<typeof dispute>

/**
 * Returns the disputes of an order, oldest first. All functions here throw if the backend rejected the call or failed.
 */
export async function listOrderDisputes(admin: CurrentUser, order: string): Promise<Dispute[]> {
  const { data } = await admin.client.rpc('list_order_disputes', { of_order: order }).throwOnError()
  return v.parse(v.array(dispute), data)
}

/** Accepts a dispute and refunds the money. False if it cannot be answered any more. */
export async function acceptDispute(admin: CurrentUser, id: string): Promise<boolean> {
  const { data } = await admin.client.rpc('respond_to_dispute', { dispute: id, accept: true, words: '' }).throwOnError()
  return data === 'ok'
}

/**
 * Contests a dispute with our evidence; name and phone of the buyer may be empty. False if it cannot be answered any
 * more.
 */
export async function declineDispute(
  admin: CurrentUser,
  id: string,
  { words, name, phone }: { words: string; name: string; phone: string },
): Promise<boolean> {
  const { data } = await admin.client.rpc('respond_to_dispute', { dispute: id, accept: false, words, name, phone }).throwOnError()
  return data === 'ok'
}

/** Closes a dispute that cannot be parsed, without a refund. False if another admin closed it. */
export async function releaseDispute(admin: CurrentUser, id: string): Promise<boolean> {
  return (await admin.client.rpc('release_dispute', { dispute: id }).throwOnError()).data
}
