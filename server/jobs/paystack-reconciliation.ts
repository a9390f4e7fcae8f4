import { reconcileWithPaystack } from '../paystack/comparison.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 10 * 60 * 1000

/**
 * Compares Paystack's lists with our orders, sales and payouts, once a night over all processes
 * (docs/decisions/0038). The page Today shows the discrepancies. A failed night is retried after an hour.
 */
export function checkPaystack(shop: PaymentServices | null, job: Job): PeriodicJob {
  return shop === null
    ? disabledJob
    : runPeriodically(job, EVERY_MS, async () => {
        await reconcileWithPaystack(shop, false)
        return {}
      })
}
