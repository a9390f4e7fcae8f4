import type { Context } from 'hono'
import * as v from 'valibot'
import { responses } from './responses.ts'

/*
 * The request bodies and queries of Paystack's OpenAPI description: required fields, types and enumerations. Like
 * Paystack, the simulator ignores unknown fields, but it records their names, so that a test notices invented or
 * misspelt fields.
 */

const kobo = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const address = v.pipe(v.string(), v.url())
const email = v.pipe(v.string(), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/))
const filled = v.pipe(v.string(), v.minLength(1))
const currency = v.optional(v.picklist(['GHS', 'KES', 'NGN', 'USD', 'ZAR']), 'NGN')
const custom = v.looseObject({})

export const initialize = v.object({
  email,
  amount: kobo,
  currency,
  reference: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9.=-]{1,100}$/))),
  channels: v.optional(v.array(v.picklist(['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer']))),
  callback_url: v.optional(address),
  metadata: v.optional(v.looseObject({ cancel_action: v.optional(address) })),
  plan: v.optional(v.string()),
  invoice_limit: v.optional(v.pipe(v.number(), v.integer())),
  split_code: v.optional(v.string()),
  split: v.optional(custom),
  subaccount: v.optional(v.string()),
  transaction_charge: v.optional(v.string()),
  bearer: v.optional(v.picklist(['account', 'subaccount'])),
  label: v.optional(v.string()),
})

export const refund = v.object({
  transaction: filled,
  amount: v.optional(kobo),
  currency: v.optional(v.picklist(['GHS', 'KES', 'NGN', 'USD', 'ZAR'])),
  customer_note: v.optional(v.string()),
  merchant_note: v.optional(v.string()),
})

export const resolve = v.object({
  resolution: v.picklist(['merchant-accepted', 'declined']),
  message: filled,
  refund_amount: kobo,
  uploaded_filename: filled,
  evidence: v.optional(v.pipe(v.number(), v.integer())),
})

export const evidence = v.object({
  customer_email: email,
  customer_name: filled,
  customer_phone: filled,
  service_details: filled,
  delivery_address: v.optional(v.string()),
  delivery_date: v.optional(v.string()),
})

export const transferRecipient = v.object({
  type: v.picklist(['nuban', 'ghipss', 'mobile_money', 'basa', 'authorization']),
  name: filled,
  account_number: v.pipe(v.string(), v.regex(/^\d{10}$/)),
  bank_code: filled,
  description: v.optional(v.string()),
  currency: v.optional(v.string(), 'NGN'),
  authorization_code: v.optional(v.string()),
  metadata: v.optional(custom),
})

export const transfer = v.object({
  source: v.literal('balance'),
  amount: kobo,
  recipient: filled,
  reference: v.pipe(v.string(), v.regex(/^[a-z0-9_-]{16,50}$/)),
  reason: v.optional(v.string()),
  currency: v.optional(v.picklist(['NGN', 'ZAR', 'KES', 'GHS']), 'NGN'),
})

export const finalizeTransfer = v.object({ transfer_code: filled, otp: filled })
export const resendOtp = v.object({ transfer_code: filled, reason: v.picklist(['disable_otp', 'resend_otp', 'transfer']) })

/** A request body of the description. */
type BodySchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** Parses a body. Returns its values, or Paystack's rejection. `unknown` receives the names of unknown fields. */
export async function readBody<const Schema extends BodySchema>(
  c: Context,
  schema: Schema,
  unknown: (field: string) => void,
): Promise<{ values: v.InferOutput<Schema>; rejection?: undefined } | { values?: undefined; rejection: Response }> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) {
    return { rejection: responses.reject(400, 'Send the body as application/json', 'invalid_params') }
  }
  const body = v.safeParse(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.check((value) => !Array.isArray(value)),
      v.record(v.string(), v.unknown()),
    ),
    await c.req.text(),
  )
  if (!body.success) {
    return { rejection: responses.reject(400, 'The body is not a JSON object', 'invalid_params') }
  }
  const result = v.safeParse(schema, body.output)
  if (!result.success) {
    const field = v.getDotPath(result.issues[0]) ?? 'body'
    return body.output[field.replace(/\..*/, '')] === undefined
      ? { rejection: responses.reject(400, `${field} is required`, 'missing_params') }
      : { rejection: responses.reject(400, `Invalid value: ${field}`, 'invalid_params') }
  }
  for (const field of Object.keys(body.output)) {
    if (!(field in schema.entries)) {
      unknown(`${c.req.method} ${c.req.path}: ${field}`)
    }
  }
  return { values: result.output }
}

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(1))
const moment = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
)
const listQuery = v.object({
  // The description says per_page for transactions and transfers, and perPage for refunds, disputes and banks;
  // Paystack's guide says perPage.
  per_page: v.optional(v.pipe(wholeNumber, v.maxValue(100))),
  perPage: v.optional(v.pipe(wholeNumber, v.maxValue(100))),
  page: v.optional(wholeNumber, '1'),
  from: v.optional(moment, '1970-01-01'),
  to: v.optional(moment, '9999-12-31'),
})

/**
 * Returns one page of a list with the `meta` of the description, the newest row first; a rejection if the query is
 * invalid.
 */
export function listPage(c: Context, rows: readonly { at: number; data: object }[]): Response {
  const query = v.safeParse(listQuery, c.req.query())
  if (!query.success) {
    return responses.reject(400, `Invalid value: ${v.getDotPath(query.issues[0]) ?? 'query'}`, 'invalid_params')
  }
  const { page, from, to } = query.output
  const perPage = query.output.per_page ?? query.output.perPage ?? 50
  const matching = rows.filter(({ at }) => at >= from && at <= to).toReversed()
  const skipped = (page - 1) * perPage
  return responses.done(
    'Retrieved',
    matching.slice(skipped, skipped + perPage).map(({ data }) => data),
    { meta: { total: matching.length, skipped, perPage, page, pageCount: Math.ceil(matching.length / perPage) } },
  )
}
