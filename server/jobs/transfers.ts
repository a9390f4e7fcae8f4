import type { PaymentServices } from '../paystack/payment-services.ts'
import type { Transfer } from '../paystack/responses.ts'
import { PaystackRejectedError } from '../paystack/client.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 20_000
/** Batch size, small enough that all are sent long before another process may claim them. */
const AT_ONCE = 5
/**
 * Half of the time for which one process owns a claimed transfer (public.claim_transfers). After a longer pause a
 * process sends nothing more.
 */
const SENDS_WITHIN_MS = 5 * 60_000

/** A transfer as the database gives it to one process. Amounts in kobo. */
type Claimed = {
  payout_id: string
  reference: string
  amount_kobo: number
  task: string
  recipient_code: string | null
  bank_name: string
  account_number: string
  account_name: string
}

/**
 * Sends the transfers that admins started, and verifies undecided ones with Paystack: at once after an event,
 * otherwise after 1, 5 and 30 minutes and then each hour. Several processes may do this: the database gives each
 * transfer to one of them. An interrupted one is verified first, and sent again only when Paystack does not know it
 * (docs/decisions/0038).
 * @param after starts the emails.
 */
export function sweepTransfers(shop: PaymentServices | null, job: Job, after: () => void): PeriodicJob {
  if (shop === null) {
    return disabledJob
  }
  const { client, paystack, banks, simulator } = shop
  const input = { mode: paystack.domain, trial: simulator !== null, max_rows: AT_ONCE }

  async function settle({ payout_id }: Claimed, response: Transfer | null): Promise<void> {
    await client
      .rpc('settle_transfer', {
        payout: payout_id,
        ...(response ? { response: { ...response, fee: response.fee_charged } } : {}),
      })
      .throwOnError()
  }
  const reject = ({ payout_id: payout }: Claimed, reason: string) =>
    client.rpc('reject_transfer', { payout, reason }).throwOnError()

  /** Returns Paystack's code of the account; null when it is rejected, which is recorded. */
  async function getRecipient(due: Claimed): Promise<string | null> {
    if (due.recipient_code !== null) {
      return due.recipient_code
    }
    const { account_number: accountNumber, account_name: name, bank_name } = due
    const bankCode = accountNumber === '' ? null : await banks.getCode(bank_name)
    if (bankCode === null) {
      await reject(
        due,
        accountNumber === '' ? 'The account is no longer kept.' : `Paystack has no bank of the name “${bank_name}”.`,
      )
      return null
    }
    try {
      const code = await paystack.recipient({ name: name || 'Lamplight student', bankCode, accountNumber })
      await client.rpc('record_recipient', { payout: due.payout_id, code }).throwOnError()
      return code
    } catch (error) {
      if (!(error instanceof PaystackRejectedError)) {
        throw error
      }
      await reject(due, error.reason)
      return null
    }
  }

  async function send(due: Claimed, claimedAt: number): Promise<void> {
    const recipient = await getRecipient(due)
    if (recipient === null) {
      return
    }
    if (Date.now() - claimedAt > SENDS_WITHIN_MS) {
      throw new Error('Claim expired before the transfer was sent; verifying with Paystack first')
    }
    const { amount_kobo: amount, reference } = due
    try {
      await settle(due, await paystack.transfer({ amount, recipient, reference, reason: 'Your share at Lamplight' }))
    } catch (error) {
      if (!(error instanceof PaystackRejectedError)) {
        throw error
      }
      // An earlier call may have succeeded, so look the reference up before rejecting.
      const known = await paystack.verifyTransfer(reference)
      await (known ? settle(due, known) : reject(due, error.reason))
    }
  }

  return runPeriodically(job, EVERY_MS, async () => {
    await client.rpc('process_transfer_events').throwOnError()
    const { data: claimed } = await client.rpc('claim_transfers', input).throwOnError()
    const claimedAt = Date.now()
    let waiting = 0
    for (const due of claimed) {
      try {
        await (due.task === 'send' ? send(due, claimedAt) : settle(due, await paystack.verifyTransfer(due.reference)))
      } catch (error) {
        waiting += 1
        job.failed(error, `transfer ${due.reference}`)
      }
    }
    if (claimed.length > 0) {
      after()
    }
    // Transfers that Paystack does not know can be sent now.
    return { more: claimed.length === AT_ONCE || (claimed.some(({ task }) => task === 'ask') && waiting === 0), waiting }
  })
}
