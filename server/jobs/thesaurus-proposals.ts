import { setTimeout } from 'node:timers/promises'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 10 * 60 * 1000
/** The pause after a step, in which searches of visitors are answered. */
const PAUSE_MS = 50

/**
 * Proposes thesaurus entries for missed searches, in steps of about 0.1 s with pauses between them. A search of visitors
 * waits for one step at most. Without a secret key nothing is done.
 */
export function proposeThesaurusEntries(backend: SiteBackend, job: Job): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const { data: more } = await client.rpc('propose_thesaurus_entries').throwOnError()
    if (more) {
      await setTimeout(PAUSE_MS)
    }
    return { more }
  })
}
