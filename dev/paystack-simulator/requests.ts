import * as v from 'valibot'

/*
 * What the simulator takes: the fields of Paystack's own description with their types, and no others. So a field that we invent, or send in another
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

export const transferRecipient = v.strictObject({
  type: v.literal('nuban'),
  name: v.pipe(v.string(), v.minLength(1)),
  account_number: v.pipe(v.string(), v.regex(/^\d{10}$/)),
  bank_code: v.string(),
  currency: v.optional(v.literal('NGN')),
  description: v.optional(v.string()),
})

export const transfer = v.strictObject({
  source: v.literal('balance'),
  amount: kobo,
  recipient: v.string(),
  reference: v.pipe(v.string(), v.regex(/^[a-z0-9_-]{16,50}$/)),
  reason: v.optional(v.string()),
  currency: v.optional(v.literal('NGN')),
})

export const finalizeTransfer = v.strictObject({ transfer_code: v.string(), otp: v.string() })
export const resendOtp = v.strictObject({
  transfer_code: v.string(),
  reason: v.optional(v.picklist(['transfer', 'resend_otp'])),
})
