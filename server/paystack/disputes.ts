import { anything, type Dispute, dispute, disputes, evidence, uploadPlace } from './responses.ts'
import { type Call, type CallOptions, PATIENCE_MS, PaystackUnknownOutcomeError } from './call.ts'

/** Disputes on one page, and the most pages that are read at a time. */
const PER_PAGE = 100
const MAX_PAGES = 20

/** Our response to a dispute. The amount in kobo; `evidence` is the number from `addEvidence`. */
export type DisputeResponse = {
  resolution: 'merchant-accepted' | 'declined'
  message: string
  amount: number
  fileName: string
  evidence?: number
}
/** Paystack's required details about the buyer of an allegedly fraudulent payment. */
export type Evidence = { email: string; name: string; phone: string; service: string }

/** Calls about disputes of payments. Each throws like those of Paystack (client.ts). */
export type Disputes = {
  /** Returns the disputes of a payment, by Paystack's number of the payment. */
  ofPayment(paymentId: string): Promise<Dispute[]>
  /** Returns all disputes since this time. */
  since(moment: Date): Promise<Dispute[]>
  find(id: string): Promise<Dispute>
  /** Uploads a PDF for the response. Returns Paystack's name of it. */
  sendProof(id: string, pdf: Uint8Array<ArrayBuffer>): Promise<string>
  /** Adds evidence. Returns its number. */
  addEvidence(id: string, given: Evidence): Promise<number>
  answer(id: string, given: DisputeResponse): Promise<void>
}

export function openDisputes(
  call: Call,
  { url, fetch = globalThis.fetch, patienceMs = PATIENCE_MS }: Omit<CallOptions, 'secretKey'>,
): Disputes {
  const at = (id: string) => `/dispute/${encodeURIComponent(id)}`

  async function list(query: Record<string, string>): Promise<Dispute[]> {
    const found: Dispute[] = []
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const parameters = new URLSearchParams({ ...query, perPage: String(PER_PAGE), page: String(page) })
      const rows = await call('disputes', `/dispute?${parameters.toString()}`, disputes, { isList: true })
      found.push(...rows)
      if (rows.length < PER_PAGE) {
        break
      }
    }
    return found
  }

  return {
    ofPayment: (paymentId) => list({ transaction: paymentId }),
    since: (moment) => list({ from: moment.toISOString() }),
    find: (id) => call('dispute', at(id), dispute),
    async sendProof(id, pdf) {
      const place = await call('uploadUrl', `${at(id)}/upload_url?upload_filename=proof.pdf`, uploadPlace)
      const to = new URL(place.signedUrl)
      // The PDF goes to a file store and not to Paystack, so the request has no key, and nothing is sent unencrypted.
      if (to.protocol !== 'https:' && to.origin !== new URL(url).origin) {
        throw new PaystackUnknownOutcomeError('uploadUrl: the address for the file is not encrypted')
      }
      let status: number
      try {
        const answer = await fetch(to.href, {
          method: 'PUT',
          headers: { 'content-type': 'application/pdf' },
          body: pdf,
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        })
        status = answer.status
        await answer.body?.cancel()
      } catch (cause) {
        throw new PaystackUnknownOutcomeError('uploadUrl: the file store did not respond', { cause })
      }
      if (status >= 300) {
        throw new PaystackUnknownOutcomeError(`uploadUrl: the file store responded ${status}`)
      }
      return place.fileName
    },
    async addEvidence(id, { email, name, phone, service }) {
      const created = await call('evidence', `${at(id)}/evidence`, evidence, {
        body: { customer_email: email, customer_name: name, customer_phone: phone, service_details: service },
      })
      return created.id
    },
    async answer(id, { resolution, message, amount, fileName, evidence: number }) {
      await call('resolve', `${at(id)}/resolve`, anything, {
        method: 'PUT',
        body: {
          resolution,
          message,
          refund_amount: amount,
          uploaded_filename: fileName,
          ...(number === undefined ? {} : { evidence: number }),
        },
      })
    },
  }
}
