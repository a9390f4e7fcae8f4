import type { Job } from '../job-runner/jobs.ts'
import { disabledJob, type PeriodicJob, runPeriodically } from '../job-runner/periodic.ts'
import { PaystackRejectedError, PaystackUnknownOutcomeError } from '../paystack/client.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'

const EVERY_MS = 60_000

/** Calls Paystack each minute while it does not respond, so that the end of an outage is noticed without a sale. */
export function watchOutage(shop: Pick<PaymentServices, 'paystack'> | null, job: Job): PeriodicJob {
  if (shop === null) {
    return disabledJob
  }
  const { paystack } = shop
  return runPeriodically(job, EVERY_MS, async () => {
    if (paystack.outage.current) {
      try {
        await paystack.banks()
      } catch (error) {
        // The client has recorded whether Paystack responded; the list itself is not needed.
        if (!(error instanceof PaystackUnknownOutcomeError || error instanceof PaystackRejectedError)) {
          throw error
        }
      }
    }
    return {}
  })
}
