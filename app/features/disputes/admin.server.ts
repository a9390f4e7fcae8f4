import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

const text = v.nullable(v.string())
const dispute = v.object({
  id: v.string(),
  status: v.string(),
  resolution: text,
  state: v.picklist(['open', 'won', 'lost']),
  category: v.string(),
  claim: v.string(),
  amount_kobo: v.number(),
  currency: v.string(),
  due_at: text,
  answer: v.nullable(v.picklist(['accept', 'decline'])),
  response_text: v.string(),
  response_state: v.nullable(v.picklist(['given', 'sent', 'failed'])),
  response_error: v.string(),
  /** Whether Paystack waits for an answer of ours. */
  may_answer: v.boolean(),
  /** Whether Paystack says something that we cannot read. */
  is_unclear: v.boolean(),
})
/** A dispute as the console shows it. `amount_kobo` is in the smallest unit of `currency`. */
export type Dispute = v.InferOutput<typeof dispute>

/** The disputes of an order, the oldest first. Throws when the backend refused or failed, as all of these do. */
export async function listOrderDisputes(admin: CurrentUser, order: string): Promise<Dispute[]> {
  const { data } = await admin.client.rpc('list_order_disputes', { of_order: order }).throwOnError()
  return v.parse(v.array(dispute), data)
}

/** Gives the money back. False when it cannot be answered any more. */
export async function acceptDispute(admin: CurrentUser, id: string): Promise<boolean> {
  const { data } = await admin.client.rpc('respond_to_dispute', { dispute: id, accept: true, words: '' }).throwOnError()
  return data === 'ok'
}

/** Keeps the money, and says why; name and phone of the buyer may be empty. False when it cannot be answered any more. */
export async function declineDispute(
  admin: CurrentUser,
  id: string,
  { words, name, phone }: { words: string; name: string; phone: string },
): Promise<boolean> {
  const { data } = await admin.client.rpc('respond_to_dispute', { dispute: id, accept: false, words, name, phone }).throwOnError()
  return data === 'ok'
}

/** Ends a dispute that cannot be read, with the money kept. False when somebody else did. */
export async function releaseDispute(admin: CurrentUser, id: string): Promise<boolean> {
  return (await admin.client.rpc('release_dispute', { dispute: id }).throwOnError()).data
}
