import { createContext } from 'react'
import type { Enums } from './database.ts'

/** What became of an order. failed and abandoned may still be paid; wrong: paid, but not what we asked for; revoked: taken back. */
export type OrderState = 'pending' | 'failed' | 'abandoned' | 'paid' | 'wrong' | 'revoked'
/** Whether the buyer's bank asks for the money back, and how that ended. */
export type DisputeState = 'open' | 'won' | 'lost'
export type RefundState = 'asked' | 'refused' | 'agreed' | 'sent' | 'processed' | 'failed'

/** A file that buyers of a work get. `size` in bytes. */
export type SoldFile = { position: number; name: string; label: string; format: string; extent: string; size: number | null }

/** An order as its page shows it. Kobo; `price` is the material's price now, in naira. */
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
  /** Paystack's page for it. */
  payment_url: string | null
  paid_at: string | null
  paid_kobo: number | null
  /** The currency of what was paid and given back, such as NGN. */
  paid_currency: string
  /** What Paystack gave back so far. */
  refunded_kobo: number
  created_at: string
  /** Whether Paystack is still asked about it. */
  is_checked: boolean
  /** The state is older than the buyer's last step may be, because Paystack was not asked just now or did not answer. */
  is_uncertain: boolean
  /** Whether the same address had paid for the same material before. */
  twice: boolean
  gives_file: boolean
  /** Where the file of its work is; checked: a new one is being reviewed, and buyers get it afterwards. */
  file: 'here' | 'checked' | 'gone'
  /** Each stored file of its work; none of a sample, whose file is typeset. */
  files: SoldFile[]
  refund_state: RefundState | null
  refund_response: string
  dispute_state: DisputeState | null
  /** Until when the buyer may ask for the money back; null for what was free or is not paid. */
  refund_until: string | null
}

/** Where the buyer goes next, or why nothing was begun. away: Paystack did not answer, and nothing was charged. */
export type Begun = { outcome: 'ok'; address: string } | { outcome: 'not_sold' | 'price_changed' | 'away' }

/** Selling here, through Paystack or its simulator. A call throws when the backend failed. */
export type Orders = {
  /** Whether a simulator takes Paystack's place: no key at all, and no money. */
  isTestMode: boolean
  /** Whether the key is for real money. */
  domain: 'test' | 'live'
  /** The origins of Paystack's pages, to which a form may lead. */
  checkoutOrigins: readonly string[]
  /** Begins an order at the price (naira) that the buyer saw. `email` may be empty for a free material. */
  begin(wanted: { material: string; email: string; price: number }): Promise<Begun>
  /** The order that a token opens, after asking Paystack when it is undecided; null when the token opens none. */
  look(token: string): Promise<OrderSeen | null>
  /** Mails an address the links of its orders, if it has any. */
  mail(email: string): Promise<void>
  /** Asks for the money back. */
  requestRefund(token: string, reason: string): Promise<Enums['refund_request']>
}

/** Whether and with what kind of money works are sold here. */
export type Selling = Orders['domain'] | null

/** Set on the server for every page. A hydrated page does not have it in the browser, so only pages that are not hydrated may read it. */
export const SellingContext = createContext<Selling>(null)

/** Whether a text may be the token of an order: 128 bits in base64url. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}
