import * as v from 'valibot'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatPaid } from '#app/platform/text/money.ts'
import type { Dispute } from '../paystack/responses.ts'
import { PaystackRejectedError } from '../paystack/client.ts'
import type { DisputeResponse } from '../paystack/disputes.ts'
import type { ServiceClient } from '../service-client.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'

/** How far back all disputes are listed, in milliseconds: banks dispute payments that are some months old. */
const LISTED_MS = 180 * 24 * 3_600_000
const AT_ONCE = 20

const proof = v.nullable(
  v.object({
    answer: v.picklist(['accept', 'decline']),
    words: v.string(),
    buyer_name: v.string(),
    buyer_phone: v.string(),
    amount_kobo: v.number(),
    email: v.string(),
    title: v.string(),
    paid_at: v.nullable(v.string()),
    paid_kobo: v.nullable(v.number()),
    paid_currency: v.string(),
    downloads: v.array(v.string()),
  }),
)
type Proof = NonNullable<v.InferOutput<typeof proof>>

type Each = <Row extends { reference: string }>(rows: Row[], what: (row: Row) => Promise<unknown>) => Promise<number>

/**
 * Runs a round of disputes (docs/decisions/0039): queries Paystack about payments that an event reported as disputed,
 * about open disputes, and once an hour about all recent ones; sends it the admins' responses. The database gives
 * each to one process.
 * @param each runs one step per row; a failed row is logged and due again. Returns how many failed.
 * @returns how many steps were done, and how many of them failed.
 */
export async function sweepDisputes(
  { client, paystack }: Pick<PaymentServices, 'client' | 'paystack'>,
  each: Each,
): Promise<{ done: number; failed: number }> {
  const { data: disputed } = await client
    .rpc('claim_disputed_orders', { mode: paystack.domain, max_rows: AT_ONCE })
    .throwOnError()
  const { data: open } = await client.rpc('claim_disputes', { mode: paystack.domain, max_rows: AT_ONCE }).throwOnError()
  const { data: isListed } = await client.rpc('claim_dispute_list').throwOnError()
  const lists = isListed ? [{ reference: 'all disputes of late' }] : []

  const failed =
    (await each(disputed, async ({ reference, provider_id }) => {
      for (const found of await paystack.disputes.ofPayment(provider_id)) {
        await settle(client, found)
      }
      await client.rpc('record_dispute_check', { of_reference: reference }).throwOnError()
    })) +
    (await each(open, async ({ id, reference, proof: input }) => {
      const answer = v.parse(proof, input)
      if (answer) {
        await tell(id, reference, answer)
      }
      await settle(client, await paystack.disputes.find(id))
    })) +
    (await each(lists, async () => {
      for (const found of await paystack.disputes.since(new Date(Date.now() - LISTED_MS))) {
        await settle(client, found)
      }
    }))
  return { done: disputed.length + open.length, failed }

  /** Sends an admin's response to Paystack, once: the state of the dispute shows an earlier one. */
  async function tell(id: string, reference: string, input: Proof): Promise<void> {
    const note = (fault?: string) =>
      client.rpc('record_dispute_response', { dispute: id, ...(fault === undefined ? {} : { fault }) }).throwOnError()
    const { status } = await paystack.disputes.find(id)
    if (status === 'awaiting-bank-feedback' || status === 'resolved' || status === 'archived') {
      // An earlier call succeeded although its response was lost, or an admin responded in Paystack's dashboard.
      await note()
      return
    }
    try {
      const answer: DisputeResponse = {
        resolution: input.answer === 'accept' ? 'merchant-accepted' : 'declined',
        message: input.words || 'The buyer gets the money back.',
        amount: input.amount_kobo,
        fileName: await paystack.disputes.sendProof(id, await proofFile(reference, input)),
      }
      const isEvidence = input.answer === 'decline' && input.buyer_name && input.buyer_phone && input.email
      await paystack.disputes.answer(id, {
        ...answer,
        ...(isEvidence ? { evidence: await paystack.disputes.addEvidence(id, getEvidence(input)) } : {}),
      })
      await note()
    } catch (error) {
      if (!(error instanceof PaystackRejectedError)) {
        throw error
      }
      await note(error.message)
    }
  }
}

const getEvidence = ({ email, buyer_name: name, buyer_phone: phone, title }: Proof) => ({
  email,
  name,
  phone,
  service: `A study text to download: ${title}`,
})

async function proofFile(reference: string, input: Proof): Promise<Uint8Array<ArrayBuffer>> {
  // Disputes are few, and loading pdf-lib takes 10 % of a start.
  const { getProof } = await import('./files/proof.ts')
  return getProof(describeProof(reference, input))
}

/** Returns the details of a sale for the buyer's bank. */
export function describeProof(
  reference: string,
  { words, email, title, paid_at, paid_kobo, paid_currency, downloads }: Omit<Proof, 'answer'>,
): string[] {
  const when = downloads.map((moment) => formatMoment(moment))
  return [
    `Lamplight. Proof of the sale ${reference}.`,
    `What was sold: a file to download, "${title}".`,
    `Paid: ${paid_kobo === null ? 'not known' : formatPaid(paid_kobo, paid_currency)}${paid_at ? ` on ${formatMoment(paid_at)} (Lagos)` : ''}, through Paystack.`,
    email
      ? `The receipt and the link to the file were mailed to ${email}.`
      : 'The address of the buyer was deleted with the account.',
    when.length === 0
      ? 'The file was not downloaded.'
      : `The file was downloaded ${when.length === 1 ? 'once' : `${when.length} times`} (Lagos): ${when.join('; ')}.`,
    ...(words ? [`What Lamplight says: ${words}`] : []),
  ]
}

async function settle(client: ServiceClient, { id, ...response }: Dispute): Promise<void> {
  await client.rpc('settle_dispute', { response: { id, ...response } }).throwOnError()
}
