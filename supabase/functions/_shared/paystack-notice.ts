/*
 * Notifications of Paystack by POST, signed with our secret key: hex HMAC-SHA512 of the raw bytes in
 * `x-paystack-signature`. A notice is only a hint about a reference. It is stored and answered 200; then the site
 * verifies the reference with Paystack (docs/decisions/0033). So a forged, repeated or late notice changes nothing.
 * Used by the site (/hooks/paystack) and by the function paystack-hook.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** Far above the size of any notice of Paystack. */
const MAX_BYTES = 256 * 1024

const reference = v.pipe(v.string(), v.regex(/^[\w.=-]{1,100}$/))
/**
 * Only the reference is read. Refund events call it transaction_reference; dispute events have it in the transaction.
 */
const notice = v.object({
  event: v.pipe(v.string(), v.regex(/^[a-z_.]{1,60}$/)),
  data: v.looseObject({
    reference: v.optional(v.unknown()),
    transaction_reference: v.optional(v.unknown()),
    transaction: v.fallback(v.optional(v.looseObject({ reference: v.optional(v.unknown()) })), undefined),
  }),
})

/** An event about one of our references. */
export type PaymentEvent = { event: string; reference: string }

type Services = {
  /** Null: nothing is sold here, so the address does not exist. */
  secret: string | null
  keep(event: PaymentEvent): Promise<void>
}

const IS_OF_REFUND = /^refund\./
const IS_OF_DISPUTE = /^charge\.dispute\./
const ACTED_ON = /^(charge\.success|charge\.dispute\.(create|remind|resolve)|refund\.\w+|transfer\.(success|failed|reversed))$/

/**
 * Responds to a notice: 200 after storing it or if it is not about us, 401 for an invalid signature, 503 if it could
 * not be stored (Paystack retries).
 */
export async function answerPaystackNotice(request: Request, { secret, keep }: Services): Promise<Response> {
  if (secret === null) {
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
  if (request.method !== 'POST') {
    return Response.json({ message: 'POST an event' }, { status: 405, headers: { allow: 'POST' } })
  }
  const raw = new Uint8Array(await request.arrayBuffer())
  if (raw.length > MAX_BYTES) {
    return Response.json({ message: 'Too large' }, { status: 413 })
  }
  if (!isSigned(raw, request.headers.get('x-paystack-signature') ?? '', secret)) {
    return Response.json({ message: 'The signature is not right' }, { status: 401 })
  }
  const event = eventIn(raw)
  if (event === null) {
    console.log('Ignored an event of Paystack')
    return Response.json({ received: true })
  }
  try {
    await keep(event)
  } catch (error) {
    console.error(`Could not store an event of Paystack: ${error instanceof Error ? error.message : String(error)}`)
    return Response.json({ message: 'Could not store the event. Send it again' }, { status: 503 })
  }
  return Response.json({ received: true })
}

/** Returns the event and its reference; null for other events. */
function eventIn(raw: Uint8Array): PaymentEvent | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notice), new TextDecoder().decode(raw))
  if (!parsed.success || !ACTED_ON.test(parsed.output.event)) {
    return null
  }
  const { event, data } = parsed.output
  const where = IS_OF_REFUND.test(event)
    ? data.transaction_reference
    : IS_OF_DISPUTE.test(event)
      ? data.transaction?.reference
      : data.reference
  const named = v.safeParse(reference, where)
  return named.success ? { event, reference: named.output } : null
}

/** Returns the signature of these bytes, in hexadecimal. */
export const getSignature = (raw: Uint8Array, secret: string): string => createHmac('sha512', secret).update(raw).digest('hex')

/** Compares in constant time. */
function isSigned(raw: Uint8Array, input: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(input.toLowerCase()), digest(getSignature(raw, secret)))
}
