import { randomUUID } from 'node:crypto'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 2000
/** Silence after which missed invalidations are unknown. The backend stores invalidations for an hour. */
const LONGEST_SILENCE_MS = 5 * 60_000

/** The required part of the cache of public reads (app/platform/cache/cache.server.ts). */
type Cache = {
  onInvalidate(told: (prefix: string) => void): void
  invalidateLocally(prefix: string): void
}

/**
 * Shares cache invalidations between all processes of a hosted site within about two seconds: each reports its own to
 * the backend and reads the others'. An embedded backend has one process. Without a secret key nothing is done: then
 * the other processes see a change within five minutes.
 */
export function shareCacheInvalidations(backend: SiteBackend, job: Job, cache: Cache, now = Date.now): PeriodicJob {
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
