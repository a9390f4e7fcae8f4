import * as v from 'valibot'

/*
 * Paystack's responses, as far as we read them. Its amounts are a number in one response and a text in another, so
 * both are accepted; the client rejects everything that does not fit.
 */

/** Kobo: a whole number, or the same in digits. */
const kobo = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
)
const id = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^[\w-]{1,60}$/))
const text = v.pipe(v.string(), v.maxLength(300))
/** Times outside these years are mistakes, and PostgreSQL cannot read some of them. */
const YEARS = { first: Date.UTC(2000, 0), end: Date.UTC(2100, 0) }
const moment = v.pipe(
  v.string(),
  v.transform((written) => Date.parse(written)),
  v.number('is no time'),
  v.transform((at) => (at >= YEARS.first && at < YEARS.end ? new Date(at).toISOString() : null)),
)

/** The envelope of every response. */
export const envelope = v.object({ status: v.boolean(), message: v.fallback(text, ''), data: v.optional(v.unknown()) })
/** A rejection, whose code names its reason. */
export const rejection = v.object({ message: v.fallback(text, ''), code: v.fallback(v.optional(text, ''), '') })

export const started = v.object({ authorization_url: v.pipe(v.string(), v.maxLength(1000)), reference: text })

export const transaction = v.object({
  id,
  /** success, failed, abandoned, ongoing, pending, processing, queued, reversed; any other counts as undecided. */
  status: text,
  reference: text,
  domain: text,
  /** The charged amount. */
  amount: kobo,
  /** The amount that we requested; older responses do not have it. */
  requested_amount: v.nullish(kobo, null),
  currency: text,
  fees: v.nullish(kobo, null),
  paid_at: v.nullish(moment, null),
})
/** The outcome of a payment. Amounts in kobo. */
export type Transaction = v.InferOutput<typeof transaction>

/** The response to a refund request. */
export const requestedRefund = v.object({
  id,
  /** pending, processing, processed, failed, needs-attention. */
  status: text,
})
export const refund = v.pipe(
  v.object({
    id,
    status: text,
    amount: kobo,
    currency: text,
    domain: text,
    transaction: v.fallback(v.nullish(id), null),
    transaction_reference: v.fallback(v.nullish(text), null),
    dispute: v.unknown(),
    createdAt: moment,
  }),
  v.transform(({ transaction: payment, transaction_reference: reference, dispute: from, createdAt, ...rest }) => ({
    ...rest,
    payment,
    reference,
    /** The number of the dispute it comes from, or 'yes' for another value. */
    dispute: from === null || from === undefined ? null : typeof from === 'number' ? String(from) : 'yes',
    at: createdAt,
  })),
)
export const refunds = v.array(refund)
/** A refund; `payment` and `reference` name the payment. The amount in the smallest unit of the currency. */
export type Refund = v.InferOutput<typeof refund>

/** Paystack sends null or nothing for unknown values. */
const maybe = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null)
export const dispute = v.pipe(
  v.object({
    id,
    /**
     * awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved, archived; any other counts as undecided.
     */
    status: text,
    /** merchant-accepted, auto-accepted, declined; null while it is open. */
    resolution: maybe(text),
    domain: text,
    category: maybe(text),
    refund_amount: maybe(kobo),
    transaction: v.object({ id, reference: text, status: text }),
    dueAt: maybe(moment),
    updatedAt: maybe(moment),
    messages: v.fallback(maybe(v.array(v.object({ body: v.string() }))), null),
  }),
  v.transform(({ transaction: payment, dueAt, updatedAt, messages, ...rest }) => ({
    ...rest,
    reference: payment.reference,
    /** The state of its payment. */
    payment: payment.status,
    due_at: dueAt,
    updated_at: updatedAt,
    /** The first message of the buyer's bank. */
    claim: messages?.[0]?.body.slice(0, 1000) ?? '',
  })),
)
/** A dispute of a payment. `refund_amount` in kobo; null: all of it. */
export type Dispute = v.InferOutput<typeof dispute>
export const disputes = v.array(dispute)
export const uploadPlace = v.object({ signedUrl: v.pipe(v.string(), v.url(), v.maxLength(4000)), fileName: text })
export const evidence = v.object({ id: v.number() })
/** A response whose content is not read, because the state is queried afterwards. */
export const anything = v.unknown()
const bank = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  code: v.pipe(v.string(), v.regex(/^\w{2,20}$/)),
  active: v.fallback(v.boolean(), true),
  is_deleted: v.fallback(v.nullish(v.boolean(), false), false),
})
/** An unreadable entry must not cost us the list. */
export const banks = v.array(v.fallback(v.nullable(bank), null))
const listed = v.object({
  reference: v.fallback(v.nullable(text), null),
  status: text,
  domain: text,
  amount: kobo,
  currency: text,
  fees: v.fallback(v.nullish(kobo, null), null),
  paid_at: v.fallback(v.nullish(moment, null), null),
  created_at: v.fallback(v.nullish(moment, null), null),
  createdAt: v.fallback(v.nullish(moment, null), null),
})
/**
 * A page of payments or of transfers. An unreadable entry fails the whole page: half a list would cause false
 * discrepancies.
 */
export const listedPage = v.array(listed)
/** A payment or a transfer as Paystack lists it. Kobo. */
export type Listed = v.InferOutput<typeof listed>

/** Balances by currency. */
export const balances = v.array(v.object({ currency: text, balance: v.union([kobo, v.pipe(v.number(), v.safeInteger())]) }))
export const recipient = v.object({ recipient_code: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) })
export const transfer = v.object({
  /**
   * pending, success, failed, reversed, otp, received, blocked, rejected, abandoned; any other counts as undecided.
   */
  status: text,
  reference: v.fallback(v.nullable(text), null),
  domain: text,
  amount: kobo,
  currency: text,
  transfer_code: v.nullish(v.pipe(v.string(), v.regex(/^\w{1,60}$/)), null),
  fee_charged: v.fallback(v.nullish(kobo, null), null),
})
/** The outcome of a transfer. Amounts in kobo. */
export type Transfer = v.InferOutput<typeof transfer>

export const holder = v.object({ account_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) })
