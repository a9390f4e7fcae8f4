import { randomUUID } from 'node:crypto'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 2000
/** After so long without an answer nobody knows what was missed. The backend keeps what was forgotten for an hour. */
const LONGEST_SILENCE_MS = 5 * 60_000

/** What is needed of the cache of public reads (app/platform/cache/cache.server.ts). */
type Cache = {
  onInvalidate(told: (prefix: string) => void): void
  invalidateLocally(prefix: string): void
}

/**
 * Makes all processes of a hosted site forget what one of them forgot, within some two seconds: each tells the backend what it forgot and
 * asks what the others did. An embedded backend has one process, and without a secret key nothing is done: then the others learn of a
 * change within five minutes.
 */
export function shareForgottenReads(backend: SiteBackend, job: Job, cache: Cache, now = Date.now): PeriodicJob {
  const found = backend.kind === 'hosted' ? serviceClient(backend) : null
  if (!found) {
    return disabledJob
  }
  const client: ServiceClient = found
  const by_process = randomUUID()
  const untold = new Set<string>()
  let lastId: number | null = null
  let heardAt = now()

  const rounds = runPeriodically(job, EVERY_MS, async () => {
    const prefixes = [...untold]
    if (prefixes.length > 0) {
      await client.rpc('record_cache_invalidations', { prefixes, by_process }).throwOnError()
      prefixes.forEach((prefix) => untold.delete(prefix))
    }
    const { data } = await client.rpc('cache_invalidations_since', { after_id: lastId, by_process }).throwOnError()
    const [news] = data
    if (now() - heardAt > LONGEST_SILENCE_MS) {
      cache.invalidateLocally('')
    }
    news?.prefixes.forEach((prefix) => cache.invalidateLocally(prefix))
    lastId = news?.last_id ?? lastId
    heardAt = now()
    return {}
  })
  cache.onInvalidate((prefix) => {
    untold.add(prefix)
    rounds.nudge()
  })
  return rounds
}
