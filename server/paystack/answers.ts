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
const moment = v.pipe(
  v.string(),
  v.check((given) => !Number.isNaN(Date.parse(given)), 'is no time'),
  v.transform((given) => new Date(given).toISOString()),
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

export const refund = v.object({
  id,
  /** pending, processing, processed, failed, needs-attention. */
  status: text,
  amount: kobo,
})
/** What became of a refund. The amount in kobo. */
export type Refund = v.InferOutput<typeof refund>

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
