import { randomUUID } from 'node:crypto'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Enums } from '#app/services/database.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 60_000
/** Timeout of a batch. Shutdown waits for the last one, and has ten seconds in all (shutdown.ts). */
const PATIENCE_MS = 4000
/**
 * Combinations of material, source and day counted between two batches. Further ones are dropped, because addresses can
 * be made up.
 */
const MAX_ROWS = 5000

export type Source = Enums['visit_source']

/**
 * A row in the format of `record_views_and_clicks`. `key`: slug, id or purchase link of a material; `day` in Lagos.
 */
type Counted = { key: string; day: string; source: Source; views: number; clicks: number }

export type ViewsAndClicks = {
  /** Counts one view or click of a material and where it came from, in memory. */
  count(what: 'views' | 'clicks', key: string, source: Source): void
  /** Sends the counts now instead of at the next interval. Resolves even if sending fails. */
  sendNow(): Promise<void>
  /** Sends the rest and stops. */
  stop(): Promise<void>
}

/**
 * Counts views of material pages and clicks to buy in memory. Sends them to the database once a minute and at
 * shutdown, in one call. A batch without a response is sent again unchanged under the same id, since it may have been
 * counted; later counts go into the next batch. Without a secret key nothing is counted.
 */
export function countViewsAndClicks(backend: SiteBackend, job: Job, everyMs = EVERY_MS): ViewsAndClicks {
  const client = serviceClient(backend)
  if (!client) {
    return { count: () => {}, sendNow: async () => {}, stop: async () => {} }
  }
  let gathered = new Map<string, Counted>()
  let sending: { id: string; input: Counted[] } | null = null

  async function send(): Promise<void> {
    if (sending === null && gathered.size > 0) {
      sending = { id: randomUUID(), input: [...gathered.values()] }
      gathered = new Map()
    }
    if (sending !== null) {
      await client
        ?.rpc('record_views_and_clicks', { batch: sending.id, input: sending.input })
        .abortSignal(AbortSignal.timeout(PATIENCE_MS))
        .throwOnError()
      sending = null
    }
  }

  const rounds = runPeriodically(job, everyMs, async () => {
    try {
      await send()
      return {}
    } catch (error) {
      // Retries are a minute apart while the backend is unavailable, so log only the first failure.
      if (job.failingSince === null) {
        job.failed(error)
      }
      return { waiting: 1 }
    }
  })
  return {
    count(what, key, source) {
      const day = dayInLagos(new Date())
      const name = `${day} ${source} ${key}`
      const known = gathered.get(name)
      if (known) {
        known[what] += 1
      } else if (gathered.size < MAX_ROWS) {
        gathered.set(name, { key, day, source, views: 0, clicks: 0, [what]: 1 })
      }
    },
    sendNow() {
      rounds.nudge()
      return rounds.idle()
    },
    async stop() {
      await rounds.stop()
      try {
        await send()
        // The first call may have sent a batch that had failed before.
        await send()
      } catch (error) {
        job.failed(error, 'Could not send the last counts, so they are lost')
      }
    },
  }
}
