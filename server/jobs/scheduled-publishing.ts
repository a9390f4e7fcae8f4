import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 15_000

/**
 * Publishes the drafts whose time has come, within fifteen seconds, and clears the cached public reads then. The
 * database publishes each only once, even when several processes call it. Without a secret key nothing is done.
 */
export function publishScheduled(backend: SiteBackend, job: Job, cache: { invalidate(prefix: string): void }): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const { data: published } = await client.rpc('publish_scheduled').throwOnError()
    if (published.length > 0) {
      // The empty prefix is that of all keys: lists, pages, the search and the sitemap have changed.
      cache.invalidate('')
    }
    return {}
  })
}
