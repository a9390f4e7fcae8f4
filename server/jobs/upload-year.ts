import { dayInLagos } from '#app/platform/text/dates.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { disabledJob, type PeriodicJob, runPeriodically } from '../job-runner/periodic.ts'
import type { Job } from '../job-runner/jobs.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

const EVERY_MS = 24 * 60 * 60 * 1000

/**
 * Raises the stored last year of the upload form (uploads.year_max) when it has passed in Lagos. A site without a stored
 * year keeps the default of the specification until an admin raises it on Today.
 */
export async function raiseUploadYear(client: ServiceClient, moment: Date): Promise<void> {
  const year = dayInLagos(moment).slice(0, 4)
  await client
    .from('settings')
    .update({ setting_value: year })
    .match({ group_name: 'uploads', setting_key: 'year_max' })
    .lt('setting_value', year)
    .throwOnError()
}

/** Raises the stored year now and every day. Without a secret key nothing is written. */
export function syncUploadYear(backend: SiteBackend, job: Job): PeriodicJob {
  const client = serviceClient(backend)
  return client
    ? runPeriodically(job, EVERY_MS, async () => {
        await raiseUploadYear(client, new Date())
        return {}
      })
    : disabledJob
}
