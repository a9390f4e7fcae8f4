import { createContext } from 'react'
import type { Enums } from './database.ts'

/**
 * The state of an order. failed and abandoned may still be paid; wrong: paid, but with another amount or currency;
 * revoked: reversed.
 */
export type OrderState = 'pending' | 'failed' | 'abandoned' | 'paid' | 'wrong' | 'revoked'
/** The state of a dispute, in which the buyer's bank reclaims the money. */
export type DisputeState = 'open' | 'won' | 'lost'
export type RefundState = 'asked' | 'refused' | 'agreed' | 'sent' | 'partial' | 'processed' | 'failed'

/** A file that buyers of a work receive. `size` in bytes. */
export type SoldFile = { position: number; name: string; label: string; format: string; extent: string; size: number | null }

/** An order as its page shows it. Kobo; `price` is the material's current price, in naira. */
export type OrderSeen = {
  id: string
  reference: string
  title: string
  slug: string
  is_shown: boolean
  price: number
  email: string
  amount_kobo: number
  domain: 'test' | 'live'
  state: OrderState
  reason: string | null
  /** Address of Paystack's page for the order. */
  payment_url: string | null
  paid_at: string | null
  paid_kobo: number | null
  /** Currency of the payment and the refunds, such as NGN. */
  paid_currency: string
  /** Amount that Paystack refunded so far. */
  refunded_kobo: number
  created_at: string
  /** True while Paystack is still polled for it. */
  is_checked: boolean
  /** True if the state may be older than the buyer's last step, because Paystack was not queried or did not respond. */
  is_uncertain: boolean
  /** True if the same address had already paid for the same material. */
  twice: boolean
  gives_file: boolean
  /** State of the file of its work; checked: a new one is in review, and buyers get it afterwards. */
  file: 'here' | 'checked' | 'gone'
  /** The stored files of its work. */
  files: SoldFile[]
  refund_state: RefundState | null
  /** While a part is being refunded: how much of it. Null: all that is left. */
  refund_part_kobo: number | null
  refund_response: string
  dispute_state: DisputeState | null
  /** End of the refund period; null if it was free or is not paid. */
  refund_until: string | null
}

/**
 * The next address for the buyer with the token of the order, or the reason why no order was created. own_work: the
 * buyer wrote it. email_rejected: Paystack does not accept the address. away: Paystack did not respond. Nothing was
 * charged.
 */
export type Started =
  | { outcome: 'ok'; address: string; token: string }
  | { outcome: 'not_sold' | 'price_changed' | 'own_work' | 'email_rejected' | 'away' }

/** Sales on this site, through Paystack or its simulator. A call throws when the backend failed. */
export type Orders = {
  /** True if a simulator replaces Paystack: no key, and no money. */
  isTestMode: boolean
  /** `live` if the key is for real money. */
  domain: 'test' | 'live'
  /** The origins of Paystack's pages, to which a form may lead. */
  checkoutOrigins: readonly string[]
  /**
   * Creates an order at the price (naira) that the buyer saw. `email` may be empty for a free material; `account` is the
   * signed-in buyer's, or null.
   */
  begin(wanted: { material: string; email: string; price: number; account: string | null }): Promise<Started>
  /** Returns the order that a token opens, after polling Paystack if it is undecided; null if the token is unknown. */
  look(token: string): Promise<OrderSeen | null>
  /** Emails an address the links of its orders, if it has any. */
  mail(email: string): Promise<void>
  /** Requests a refund. */
  requestRefund(token: string, reason: string): Promise<Enums['refund_request']>
}

/** The mode, live or test, in which works are sold here; null if they are not sold. */
export type Selling = Orders['domain'] | null

/** Set on the server for every page. The browser does not have it, so only pages that are not hydrated may read it. */
export const SellingContext = createContext<Selling>(null)

/** Returns true if the order's payment is still being verified with Paystack, also whenever its page is opened. */
export function isBeingVerified({ is_checked, state }: Pick<OrderSeen, 'is_checked' | 'state'>): boolean {
  return is_checked && state !== 'paid' && state !== 'wrong' && state !== 'revoked'
}

/** Describes the daily limit of downloads, in the words of the page that a buyer then reads instead of the file. */
export function describeDownloadLimit(max: number): { title: string; text: string } {
  return {
    title: 'Enough for today',
    text: `This file was downloaded ${max} times in a day. Open the one that you have, or come back tomorrow.`,
  }
}

/** Returns true if a text may be the token of an order: 128 bits in base64url. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}
