import * as v from 'valibot'

/*
 * What Paystack answers, as far as we read it. Its amounts are a number in one answer and a text in another, so both are taken; everything that
 * does not fit is refused by the client.
 */

/** Kobo: a whole number, or the same in digits. */
const kobo = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
)
const id = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^[\w-]{1,60}$/))
const text = v.pipe(v.string(), v.maxLength(300))
/** Times outside of these years are mistakes, and PostgreSQL cannot read some of them. */
const YEARS = { first: Date.UTC(2000, 0), end: Date.UTC(2100, 0) }
const moment = v.pipe(
  v.string(),
  v.transform((written) => Date.parse(written)),
  v.number('is no time'),
  v.transform((at) => (at >= YEARS.first && at < YEARS.end ? new Date(at).toISOString() : null)),
)

/** Around every answer. */
export const envelope = v.object({ status: v.boolean(), message: v.fallback(text, ''), data: v.optional(v.unknown()) })
/** A refusal names its reason by a code. */
export const refusal = v.object({ message: v.fallback(text, ''), code: v.fallback(v.optional(text, ''), '') })

export const started = v.object({ authorization_url: v.pipe(v.string(), v.maxLength(1000)), reference: text })

export const transaction = v.object({
  id,
  /** success, failed, abandoned, ongoing, pending, processing, queued, reversed; another one counts as undecided. */
  status: text,
  reference: text,
  domain: text,
  /** What was charged. */
  amount: kobo,
  /** What we asked for; older answers do not have it. */
  requested_amount: v.nullish(kobo, null),
  currency: text,
  fees: v.nullish(kobo, null),
  paid_at: v.nullish(moment, null),
})
/** What became of a payment. Amounts in kobo. */
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
    /** Where it comes from a dispute, its number or a word for it. */
    dispute: from === null || from === undefined ? null : typeof from === 'number' ? String(from) : 'yes',
    at: createdAt,
  })),
)
export const refunds = v.array(refund)
/** A refund; `payment` and `reference` name the payment. The amount in the smallest unit of the currency. */
export type Refund = v.InferOutput<typeof refund>

/** Paystack sends null or nothing for what it does not know. */
const maybe = <const Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null)
export const dispute = v.pipe(
  v.object({
    id,
    /** awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved, archived; another one counts as undecided. */
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
    /** What the buyer's bank wrote first. */
    claim: messages?.[0]?.body.slice(0, 1000) ?? '',
  })),
)
/** A dispute of a payment. `refund_amount` in kobo; null: all of it. */
export type Dispute = v.InferOutput<typeof dispute>
export const disputes = v.array(dispute)
export const uploadPlace = v.object({ signedUrl: v.pipe(v.string(), v.url(), v.maxLength(4000)), fileName: text })
export const evidence = v.object({ id: v.number() })
/** What is read of an answer when its state is asked for afterwards. */
export const anything = v.unknown()
const bank = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  code: v.pipe(v.string(), v.regex(/^\w{2,20}$/)),
  active: v.fallback(v.boolean(), true),
  is_deleted: v.fallback(v.nullish(v.boolean(), false), false),
})
/** One entry that we cannot read must not cost us the list. */
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
/** A page of payments or of transfers. One that cannot be read fails the whole: half a list would make differences of nothing. */
export const listedPage = v.array(listed)
/** A payment or a transfer as Paystack lists it. Kobo. */
export type Listed = v.InferOutput<typeof listed>

/** Balances by currency. */
export const balances = v.array(v.object({ currency: text, balance: v.union([kobo, v.pipe(v.number(), v.safeInteger())]) }))
export const recipient = v.object({ recipient_code: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) })
export const transfer = v.object({
  /** pending, success, failed, reversed, otp, received, blocked, rejected, abandoned; another one counts as undecided. */
  status: text,
  reference: v.fallback(v.nullable(text), null),
  domain: text,
  amount: kobo,
  currency: text,
  transfer_code: v.nullish(v.pipe(v.string(), v.regex(/^\w{1,60}$/)), null),
  fee_charged: v.fallback(v.nullish(kobo, null), null),
})
/** What became of a transfer. Amounts in kobo. */
export type Transfer = v.InferOutput<typeof transfer>

export const holder = v.object({ account_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) })
