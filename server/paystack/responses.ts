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

/**
 * A field that we can do without: absent, null, or of an unknown format, it is null. valibot rejects an absent key
 * even for `v.unknown()`.
 */
const optional = <const Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.nullish(schema, null), null)
/** Null if Paystack sends null or nothing. A value that decides about money must not be guessed if its format is unknown. */
const nullable = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null)

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
  currency: text,
  fees: optional(kobo),
  paid_at: optional(moment),
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
    transaction: optional(id),
    transaction_reference: optional(text),
    dispute: v.optional(v.unknown()),
    createdAt: optional(moment),
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

export const dispute = v.pipe(
  v.object({
    id,
    /**
     * awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved, archived; any other counts as undecided.
     */
    status: text,
    /** merchant-accepted, auto-accepted, declined; null while it is open. */
    resolution: nullable(text),
    domain: text,
    category: optional(text),
    refund_amount: nullable(kobo),
    transaction: v.object({ reference: text, status: text }),
    dueAt: optional(moment),
    updatedAt: optional(moment),
    messages: optional(v.array(v.object({ body: v.string() }))),
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
  is_deleted: optional(v.boolean()),
})
/** An unreadable entry must not cost us the list. */
export const banks = v.array(v.fallback(v.nullable(bank), null))
const listed = v.object({
  reference: optional(text),
  status: text,
  domain: text,
  amount: kobo,
  currency: text,
  fees: optional(kobo),
  paid_at: optional(moment),
  created_at: optional(moment),
  createdAt: optional(moment),
})
/**
 * A page of payments or of transfers. An unreadable entry fails the whole page: half a list would cause false
 * discrepancies.
 */
export const listedPage = v.array(listed)
/** A payment or a transfer as Paystack lists it. Kobo. */
export type Listed = v.InferOutput<typeof listed>

/** Balances by currency; null if unreadable. */
export const balances = v.array(
  v.object({ currency: text, balance: optional(v.union([kobo, v.pipe(v.number(), v.safeInteger())])) }),
)
export const recipient = v.object({ recipient_code: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) })
export const transfer = v.object({
  /**
   * pending, success, failed, reversed, otp, received, blocked, rejected, abandoned; any other counts as undecided.
   */
  status: text,
  reference: optional(text),
  domain: text,
  amount: kobo,
  currency: text,
  transfer_code: optional(v.pipe(v.string(), v.regex(/^\w{1,60}$/))),
  fee_charged: optional(kobo),
})
/** The outcome of a transfer. Amounts in kobo. */
export type Transfer = v.InferOutput<typeof transfer>

export const holder = v.object({ account_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) })
