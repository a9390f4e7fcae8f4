import * as v from 'valibot'

/** A receipt or invoice as the database returns it (public.order_receipt). Money in kobo. */
export const storedReceipt = v.object({
  /** Such as LR-2026-00482; null while the order is not paid. */
  number: v.nullable(v.string()),
  reference: v.string(),
  title: v.string(),
  category: v.string(),
  /** The buyer's address; empty once the account was deleted. */
  email: v.string(),
  domain: v.picklist(['test', 'live']),
  created_at: v.string(),
  paid_at: v.nullable(v.string()),
  amount_kobo: v.number(),
  /** The price before the discount code; null without one. */
  list_kobo: v.nullable(v.number()),
  discount_code: v.nullable(v.string()),
  paid_kobo: v.nullable(v.number()),
  currency: v.string(),
  /** Value-added tax in the price, in hundredths of a percent. */
  vat_hundredths: v.number(),
  vat_kobo: v.number(),
  refunds: v.array(v.object({ made_at: v.string(), amount_kobo: v.number() })),
  payer_name: v.string(),
  payer_school: v.string(),
})
