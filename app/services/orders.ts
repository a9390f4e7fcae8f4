import { createContext } from 'react'
import type { InferOutput } from 'valibot'
import type { Enums } from './database.ts'
import type { storedOrder } from './stored-order.ts'
import type { storedReceipt } from './stored-receipt.ts'

/** An order as its page shows it. */
export type OrderSeen = InferOutput<typeof storedOrder> & {
  /** True if the state may be older than the buyer's last step, because Paystack was not queried or did not respond. */
  is_uncertain: boolean
}
/** The content of an order's receipt, or of its invoice before the payment. */
export type Receipt = InferOutput<typeof storedReceipt>
/** A file that buyers of a work receive. */
export type SoldFile = OrderSeen['files'][number]

/**
 * The next address for the buyer with the token of the order, or the reason why no order was created. own_work: the
 * buyer wrote it. email_rejected: Paystack does not accept the address. away: Paystack did not respond. Nothing was
 * charged.
 */
export type Started =
  | { outcome: 'ok'; address: string; token: string }
  | { outcome: Exclude<Enums['order_creation'], 'ok'> | 'email_rejected' | 'away' }

/** The result of a discount code. `toPayKobo` is 0 if it makes the work free; `lastDay` is a day such as 2026-11-30. */
export type CheckedCode =
  | { outcome: 'ok'; code: string; toPayKobo: number; lastDay: string | null }
  | { outcome: Exclude<Enums['discount_outcome'], 'ok'> }

/** Sales on this site, through Paystack or its simulator. A call throws when the backend failed. */
export type Orders = {
  /** True if a simulator replaces Paystack: no key, and no money. */
  isTestMode: boolean
  /** `live` if the key is for real money. */
  domain: 'test' | 'live'
  /** The origins of Paystack's pages, to which a form may lead. */
  checkoutOrigins: readonly string[]
  /**
   * Creates an order. `price`: what is to be paid, in naira, as the buyer saw it; `email` may be empty for a free
   * material; `account` is the signed-in buyer's, or null; `code` a discount code; `origin`: where the
   * visit came from, and the codes of the class link which the browser opened last and of the class rep who uses it.
   */
  begin(wanted: {
    material: string
    email: string
    price: number
    account: string | null
    code?: string | null
    origin: { source: Enums['visit_source']; opened: string | null; own: string | null }
  }): Promise<Started>
  /** Checks a discount code for a work. Without an `email`, an earlier use by it is not checked. */
  checkCode(wanted: { code: string; material: string; email: string }): Promise<CheckedCode>
  /** Returns the order that a token opens, after polling Paystack if it is undecided; null if the token is unknown. */
  look(token: string): Promise<OrderSeen | null>
  /** Returns the receipt or invoice of an order; null if it has none. */
  receipt(token: string): Promise<Receipt | null>
  /** Saves for whom the receipt or invoice is. Returns false for an unknown token. */
  savePayer(token: string, payer: { name: string; school: string }): Promise<boolean>
  /** Emails an address the links of its orders, if it has any. */
  mail(email: string): Promise<void>
  /** Saves that the buyer agreed to newsletters with these words. It counts once the order is paid. */
  agreeToNewsletters(token: string, words: string): Promise<boolean>
  /** Ends emails of a kind to the address of an order. Returns false for an unknown token. */
  refuseEmails(token: string, kind: Enums['refusable_emails']): Promise<boolean>
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
