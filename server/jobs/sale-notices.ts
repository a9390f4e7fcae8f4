import { setTimeout as pause } from 'node:timers/promises'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 10 * 60 * 1000
/** The pause between two steps. Node accepts one connection in each turn of its loop, and requests need many turns. */
const PAUSE_MS = 50

/**
 * Processes the stored notices of sales in steps of some 50 ms, between which pages are served. Without a secret key
 * nothing is done.
 * @param after is called after each step, which may have queued an email.
 */
export function processSaleNotices(backend: SiteBackend, job: Job, after: () => void): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const { data: processed } = await client.rpc('process_sale_notices').throwOnError()
    if (processed > 0) {
      after()
      await pause(PAUSE_MS)
    }
    return { more: processed > 0 }
  })
}
