import type { PaymentServices } from '../paystack/payment-services.ts'
import type { Transfer } from '../paystack/answers.ts'
import { PaystackRejectedError } from '../paystack/client.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 20_000
/** So few that they are sent long before another process may ask about them. */
const AT_ONCE = 5
/** Half of the time for which a claimed transfer is one process's own (public.claim_transfers). A process that slept longer sends nothing any more. */
const SENDS_WITHIN_MS = 5 * 60_000

/** A transfer as the database gives it to one process. Kobo. */
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
 * Sends the transfers that admins began, and asks Paystack about those that are undecided: at once after an event, otherwise after 1, 5 and 30 minutes
 * and then each hour. Several processes may do this: the database gives each transfer to one of them. One that broke off is asked about
 * first, and sent again only when Paystack does not know it (docs/decisions/0038).
 * @param after starts the mails.
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
  const refuse = ({ payout_id: payout }: Claimed, reason: string) =>
    client.rpc('reject_transfer', { payout, reason }).throwOnError()

  /** What Paystack calls the account; null when it is refused, which is noted. */
  async function getRecipient(due: Claimed): Promise<string | null> {
    if (due.recipient_code !== null) {
      return due.recipient_code
    }
    const { account_number: accountNumber, account_name: name, bank_name } = due
    const bankCode = accountNumber === '' ? null : await banks.getCode(bank_name)
    if (bankCode === null) {
      await refuse(
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
      await refuse(due, error.reason)
      return null
    }
  }

  async function send(due: Claimed, claimedAt: number): Promise<void> {
    const recipient = await getRecipient(due)
    if (recipient === null) {
      return
    }
    if (Date.now() - claimedAt > SENDS_WITHIN_MS) {
      throw new Error('It took too long to come to this one; Paystack is asked before it is sent')
    }
    const { amount_kobo: amount, reference } = due
    try {
      await settle(due, await paystack.transfer({ amount, recipient, reference, reason: 'Your share at Lamplight' }))
    } catch (error) {
      if (!(error instanceof PaystackRejectedError)) {
        throw error
      }
      // Perhaps an earlier call went through: then the reference is known.
      const known = await paystack.verifyTransfer(reference)
      await (known ? settle(due, known) : refuse(due, error.reason))
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
    // What was found unknown can be sent now.
    return { more: claimed.length === AT_ONCE || (claimed.some(({ task }) => task === 'ask') && waiting === 0), waiting }
  })
}
