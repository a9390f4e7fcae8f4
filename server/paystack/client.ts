import { type AccountCalls, accountCalls } from './accounts.ts'
import { type Refund, refund, started, type Transaction, transaction } from './answers.ts'
import { type CallOptions, callsOf, PaystackRefused, PaystackUnsure } from './call.ts'
import { type Disputes, openDisputes } from './disputes.ts'
import { type ListCalls, listCalls } from './lists.ts'
import { type TransferCalls, transferCalls } from './transfers.ts'

export { PaystackRefused, PaystackUnsure } from './call.ts'

/** A payment to start. The amount in kobo; `callback` is where the buyer comes back to, `cancel` where a buyer goes who leaves. */
export type Payment = { email: string; amount: number; reference: string; callback: string; cancel: string }

export type Paystack = AccountCalls &
  TransferCalls &
  ListCalls & {
    /** Whether the key is for real money. */
    domain: 'test' | 'live'
    /** The origins of pages on which people pay. */
    checkoutOrigins: readonly string[]
    /** Starts a payment. Returns the address of Paystack's page for it. */
    start(payment: Payment): Promise<string>
    /** What became of a payment; null when Paystack does not know the reference. */
    verify(reference: string): Promise<Transaction | null>
    /** Asks for all of a payment back for its buyer; `reference` is the payment's. */
    refund(reference: string, amount: number, note: string): Promise<Refund>
    /** What became of a refund. */
    refundOf(id: string): Promise<Refund>
    disputes: Disputes
  }

type Options = CallOptions & { checkoutOrigin?: string }

/**
 * A client of Paystack's API (facts: PAYSTACK.md of the specification). Every call throws PaystackRefused or PaystackUnsure when it fails (call.ts).
 */
export function openPaystack({ checkoutOrigin, ...options }: Options): Paystack {
  const call = callsOf(options)
  const checkoutOrigins = [checkoutOrigin ?? 'https://checkout.paystack.com']

  return {
    ...accountCalls(call),
    ...transferCalls(call),
    ...listCalls(call),
    domain: options.secretKey.startsWith('sk_live_') ? 'live' : 'test',
    checkoutOrigins,
    async start({ email, amount, reference, callback, cancel }) {
      const { authorization_url: address, reference: named } = await call('start', '/transaction/initialize', started, {
        email,
        amount,
        reference,
        currency: 'NGN',
        callback_url: callback,
        metadata: { cancel_action: cancel },
      })
      if (named !== reference) {
        throw new PaystackUnsure('start: Paystack answered for another reference')
      }
      // A buyer is sent there, so it has to be Paystack's.
      if (!URL.canParse(address) || !checkoutOrigins.includes(new URL(address).origin)) {
        throw new PaystackUnsure('start: the address of the payment page is not one of Paystack')
      }
      return address
    },
    async verify(reference) {
      try {
        const found = await call('verify', `/transaction/verify/${encodeURIComponent(reference)}`, transaction)
        if (found.reference !== reference) {
          throw new PaystackUnsure('verify: Paystack answered for another reference')
        }
        return found
      } catch (error) {
        if (error instanceof PaystackRefused && (error.status === 404 || error.code === 'transaction_not_found')) {
          return null
        }
        throw error
      }
    },
    refund: (reference, amount, note) =>
      call('refund', '/refund', refund, { transaction: reference, amount, currency: 'NGN', merchant_note: note }),
    refundOf: (id) => call('refundOf', `/refund/${encodeURIComponent(id)}`, refund),
    disputes: openDisputes(call, options),
  }
}
