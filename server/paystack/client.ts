import { type AccountCalls, accountCalls } from './accounts.ts'
import { type Refund, refund, requestedRefund, started, type Transaction, transaction } from './responses.ts'
import { type CallOptions, getCalls, PAGE_PATIENCE_MS, PaystackRejectedError, PaystackUnknownOutcomeError } from './call.ts'
import { type Disputes, openDisputes } from './disputes.ts'
import { PaystackOutage } from './outage.ts'
import { type ListCalls, listCalls } from './lists.ts'
import { type TransferCalls, transferCalls } from './transfers.ts'

export { PaystackRejectedError, PaystackUnknownOutcomeError } from './call.ts'

/**
 * A payment to start. `amount` is in kobo. Paystack redirects the buyer to `callback` after the payment, and to
 * `cancel` if the buyer cancels.
 */
export type Payment = { email: string; amount: number; reference: string; callback: string; cancel: string }

export type Paystack = AccountCalls &
  TransferCalls &
  ListCalls & {
    /** 'live' if the key is for real money. */
    domain: 'test' | 'live'
    /** The origins of pages on which buyers pay. */
    checkoutOrigins: readonly string[]
    /** Starts a payment. Returns the address of Paystack's page for it. */
    start(payment: Payment): Promise<string>
    /** Returns the payment's status, or null if Paystack does not know the reference. `forPage`: a page waits for it. */
    verify(reference: string, forPage?: 'for a page'): Promise<Transaction | null>
    /**
     * Requests a refund of a payment to its buyer; `reference` is the payment's. Returns the number of the refund and
     * its status.
     */
    refund(wanted: { reference: string; amount: number; currency: string; note: string }): Promise<{ id: string; status: string }>
    /** Returns a refund by its number. */
    findRefund(id: string): Promise<Refund>
    disputes: Disputes
    outage: PaystackOutage
  }

type Options = CallOptions & { checkoutOrigin?: string }

/**
 * Creates a client of Paystack's API (PAYSTACK.md of the specification). Every call throws PaystackRejectedError or
 * PaystackUnknownOutcomeError when it fails (call.ts).
 */
export function openPaystack({ checkoutOrigin, outage = new PaystackOutage(), ...options }: Options): Paystack {
  const call = getCalls({ ...options, outage })
  const checkoutOrigins = [checkoutOrigin ?? 'https://checkout.paystack.com']

  return {
    ...accountCalls(call),
    ...transferCalls(call),
    ...listCalls(call),
    domain: options.secretKey.startsWith('sk_live_') ? 'live' : 'test',
    checkoutOrigins,
    async start({ email, amount, reference, callback, cancel }) {
      const { authorization_url: address, reference: named } = await call('start', '/transaction/initialize', started, {
        body: {
          email,
          amount,
          reference,
          currency: 'NGN',
          callback_url: callback,
          metadata: { cancel_action: cancel },
        },
        patienceMs: PAGE_PATIENCE_MS,
      })
      if (named !== reference) {
        throw new PaystackUnknownOutcomeError('start: Paystack responded about another reference')
      }
      // The buyer is sent to this address, so it has to be Paystack's.
      if (!URL.canParse(address) || !checkoutOrigins.includes(new URL(address).origin)) {
        throw new PaystackUnknownOutcomeError('start: the address of the payment page is not one of Paystack')
      }
      return address
    },
    async verify(reference, forPage) {
      try {
        const path = `/transaction/verify/${encodeURIComponent(reference)}`
        const found = await call('verify', path, transaction, forPage ? { patienceMs: PAGE_PATIENCE_MS } : {})
        if (found.reference !== reference) {
          throw new PaystackUnknownOutcomeError('verify: Paystack responded about another reference')
        }
        return found
      } catch (error) {
        if (error instanceof PaystackRejectedError && (error.status === 404 || error.code === 'transaction_not_found')) {
          return null
        }
        throw error
      }
    },
    refund: ({ reference, amount, currency, note }) =>
      call('refund', '/refund', requestedRefund, { body: { transaction: reference, amount, currency, merchant_note: note } }),
    findRefund: (id) => call('findRefund', `/refund/${encodeURIComponent(id)}`, refund),
    disputes: openDisputes(call, options),
    outage,
  }
}
