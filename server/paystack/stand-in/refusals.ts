import * as v from 'valibot'

/*
 * What the stand-in takes: the fields of Paystack's own description with their types, and no others. So a field that we invent, or send in another
 * form, fails here and not first with real money.
 */

const kobo = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const address = v.pipe(v.string(), v.url())
const email = v.pipe(v.string(), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/))

export const initialize = v.strictObject({
  email,
  amount: kobo,
  reference: v.optional(v.pipe(v.string(), v.regex(/^[\w.=-]{1,100}$/))),
  currency: v.optional(v.literal('NGN')),
  callback_url: v.optional(address),
  metadata: v.optional(v.looseObject({ cancel_action: v.optional(address) })),
  channels: v.optional(v.array(v.string())),
})

export const refund = v.strictObject({
  transaction: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  amount: v.optional(kobo),
  currency: v.optional(v.literal('NGN')),
  customer_note: v.optional(v.string()),
  merchant_note: v.optional(v.string()),
})

export const resolve = v.strictObject({
  resolution: v.picklist(['merchant-accepted', 'declined']),
  message: v.pipe(v.string(), v.minLength(1)),
  refund_amount: kobo,
  uploaded_filename: v.pipe(v.string(), v.minLength(1)),
  evidence: v.optional(v.number()),
})

const filled = v.pipe(v.string(), v.minLength(1))
export const evidence = v.strictObject({
  customer_email: email,
  customer_name: filled,
  customer_phone: filled,
  service_details: filled,
  delivery_address: v.optional(v.string()),
  delivery_date: v.optional(v.string()),
})
