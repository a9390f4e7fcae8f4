import { log } from '#app/platform/log/log.server.ts'
import type { Transfers } from '#app/services/transfers.ts'
import type { PaymentServices } from './payment-services.ts'
import { reconcileWithPaystack } from './comparison.ts'
import type { PeriodicJob } from '../job-runner/periodic.ts'
import { PaystackRejectedError, PaystackUnknownOutcomeError } from './client.ts'

/** How long a page waits for the round that it started. */
const PAGE_WAITS_MS = 4000

/**
 * Creates the console's transfer functions outside the database. The job sends (server/jobs/transfers.ts), so sending
 * does not depend on the page.
 */
export function openTransfers({ client, paystack, simulator }: PaymentServices, rounds: PeriodicJob): Transfers {
  async function getOutcome(what: string, call: () => Promise<void>): Promise<'ok' | 'refused' | 'away'> {
    try {
      await call()
      return 'ok'
    } catch (error) {
      if (error instanceof PaystackRejectedError || error instanceof PaystackUnknownOutcomeError) {
        log.error({ event: 'paystack.payout_failed', error: error.message }, what)
        return error instanceof PaystackRejectedError ? 'refused' : 'away'
      }
      throw error
    }
  }
  return {
    domain: paystack.domain,
    isTestMode: simulator !== null,
    async balance() {
      let kobo = 0
      const outcome = await getOutcome('The balance was not told', async () => {
        kobo = await paystack.balance()
      })
      return outcome === 'ok' ? kobo : 'away'
    },
    async goOn() {
      rounds.nudge()
      let late: NodeJS.Timeout | undefined
      await Promise.race([rounds.idle(), new Promise((resolve) => (late = setTimeout(resolve, PAGE_WAITS_MS)))])
      clearTimeout(late)
    },
    async compare() {
      let open: number | null = null
      const outcome = await getOutcome('What Paystack lists was not compared', async () => {
        open = await reconcileWithPaystack({ client, paystack }, true)
      })
      return outcome === 'ok' ? (open ?? 0) : 'away'
    },
    giveCode: (transferCode, code) => getOutcome('A code was not taken', () => paystack.finishTransfer(transferCode, code)),
    resendCode: (transferCode) => getOutcome('A code was not sent again', () => paystack.resendCode(transferCode)),
  }
}
