import { reconcileWithPaystack } from '../paystack/comparison.ts'
import type { Shop } from '../paystack/payment-services.ts'
import type { Job } from '../job-runner/jobs.ts'
import { inRounds, noRounds, type Rounds } from '../job-runner/periodic.ts'

const EVERY_MS = 10 * 60 * 1000

/**
 * Compares what Paystack lists with our orders, sales and payouts, once a night over all processes (docs/decisions/0038). The differences stand on Today. A night
 * that failed is tried again after an hour.
 */
export function checkPaystack(shop: Shop | null, job: Job): Rounds {
  return shop === null
    ? noRounds
    : inRounds(job, EVERY_MS, async () => {
        await reconcileWithPaystack(shop, false)
        return {}
      })
}
