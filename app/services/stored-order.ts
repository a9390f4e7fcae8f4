import * as v from 'valibot'

/**
 * An order as the database returns it for its page (private.order_page). Money in kobo; `price` is the material's
 * current price, in naira.
 */
export const storedOrder = v.object({
  id: v.string(),
  reference: v.string(),
  title: v.string(),
  slug: v.string(),
  is_shown: v.boolean(),
  price: v.number(),
  email: v.string(),
  amount_kobo: v.number(),
  /** The price before the discount code; null without one. */
  list_kobo: v.nullable(v.number()),
  discount_code: v.nullable(v.string()),
  domain: v.picklist(['test', 'live']),
  /** failed and abandoned may still be paid; wrong: paid, but with another amount or currency; revoked: reversed. */
  state: v.picklist(['pending', 'failed', 'abandoned', 'paid', 'wrong', 'revoked']),
  reason: v.nullable(v.string()),
  /** Address of Paystack's page for the order. */
  payment_url: v.nullable(v.string()),
  paid_at: v.nullable(v.string()),
  paid_kobo: v.nullable(v.number()),
  /** Currency of the payment and the refunds, such as NGN. */
  paid_currency: v.string(),
  /** Amount that Paystack refunded so far. */
  refunded_kobo: v.number(),
  created_at: v.string(),
  /** True while Paystack is still polled for it. */
  is_checked: v.boolean(),
  /** True if the same address had already paid for the same material. */
  twice: v.boolean(),
  gives_file: v.boolean(),
  /** State of the file of its work; checked: a new one is in review, and buyers get it afterwards. */
  file: v.picklist(['here', 'checked', 'gone']),
  /** The stored files of its work; `size` in bytes. */
  files: v.array(
    v.object({
      position: v.number(),
      name: v.string(),
      label: v.string(),
      format: v.string(),
      extent: v.string(),
      size: v.nullable(v.number()),
    }),
  ),
  refund_state: v.nullable(v.picklist(['asked', 'refused', 'agreed', 'sent', 'partial', 'processed', 'failed'])),
  /** While a part is being refunded: how much of it. Null: all that is left. */
  refund_part_kobo: v.nullable(v.number()),
  refund_response: v.string(),
  /** State of a dispute, in which the buyer's bank reclaims the money. */
  dispute_state: v.nullable(v.picklist(['open', 'won', 'lost'])),
  /** Where the work was last read here: chapter, from 1, section or '', and its title. */
  place: v.nullable(v.object({ chapter: v.number(), section: v.string(), title: v.string(), read_at: v.string() })),
  /** End of the refund period; null if it was free or is not paid. */
  refund_until: v.nullable(v.string()),
})
