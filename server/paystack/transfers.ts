import * as v from 'valibot'
import { balances, recipient, type Transfer, transfer } from './responses.ts'
import { type Call, PAGE_PATIENCE_MS, PaystackRejectedError, PaystackUnknownOutcomeError } from './call.ts'

/** A bank account that Paystack pays. */
export type PaidAccount = { name: string; bankCode: string; accountNumber: string }

/** Calls that move our balance. Amounts in kobo. */
export type TransferCalls = {
  /** Returns our naira balance at Paystack. */
  balance(): Promise<number>
  /** Returns Paystack's code of an account; the same account has the same code. */
  recipient(account: PaidAccount): Promise<string>
  /** Sends money. Paystack rejects a reference that it knows. */
  transfer(wanted: { amount: number; recipient: string; reference: string; reason: string }): Promise<Transfer>
  /** Returns the outcome of a transfer, or null if Paystack does not know the reference. */
  verifyTransfer(reference: string): Promise<Transfer | null>
  /** Submits the code that Paystack sent to the admin for a transfer. */
  finishTransfer(transferCode: string, otp: string): Promise<void>
  /** Requests that code again. */
  resendCode(transferCode: string): Promise<void>
}

export const transferCalls = (call: Call): TransferCalls => {
  const checkReference = (name: string, found: Transfer, reference: string): Transfer => {
    if (found.reference !== reference) {
      throw new PaystackUnknownOutcomeError(`${name}: Paystack responded about another reference`)
    }
    return found
  }
  return {
    async balance() {
      const found = await call('balance', '/balance', balances, { patienceMs: PAGE_PATIENCE_MS })
      const naira = found.find(({ currency }) => currency === 'NGN')
      if (naira?.balance === null) {
        throw new PaystackUnknownOutcomeError('balance: the naira balance has an unknown format')
      }
      return naira?.balance ?? 0
    },
    async recipient({ name, bankCode, accountNumber }) {
      const created = await call('recipient', '/transferrecipient', recipient, {
        body: { type: 'nuban', name, account_number: accountNumber, bank_code: bankCode, currency: 'NGN' },
      })
      return created.recipient_code
    },
    async transfer({ amount, recipient: to, reference, reason }) {
      const body = { source: 'balance', amount, recipient: to, reference, reason, currency: 'NGN' }
      return checkReference('transfer', await call('transfer', '/transfer', transfer, { body }), reference)
    },
    async verifyTransfer(reference) {
      try {
        const found = await call('verifyTransfer', `/transfer/verify/${encodeURIComponent(reference)}`, transfer)
        return checkReference('verifyTransfer', found, reference)
      } catch (error) {
        if (error instanceof PaystackRejectedError && (error.status === 404 || error.code === 'transfer_not_found')) {
          return null
        }
        throw error
      }
    },
    async finishTransfer(transferCode, otp) {
      await call('finishTransfer', '/transfer/finalize_transfer', v.unknown(), {
        body: { transfer_code: transferCode, otp },
        patienceMs: PAGE_PATIENCE_MS,
      })
    },
    async resendCode(transferCode) {
      await call('resendCode', '/transfer/resend_otp', v.unknown(), {
        body: { transfer_code: transferCode, reason: 'transfer' },
        patienceMs: PAGE_PATIENCE_MS,
      })
    },
  }
}
