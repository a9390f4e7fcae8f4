import { dayInLagos } from '#app/platform/text/dates.ts'
import type { ServiceClient } from '../service-client.ts'

/**
 * Stores this year in Lagos as the last year of the upload form, so that a site that starts with content does not start
 * out of date. A stored year is not changed; server/jobs/upload-year.ts raises it each January.
 */
export async function storeUploadYear(client: ServiceClient, moment: Date): Promise<void> {
  await client
    .from('settings')
    .upsert(
      { group_name: 'uploads', setting_key: 'year_max', setting_value: dayInLagos(moment).slice(0, 4) },
      { ignoreDuplicates: true },
    )
    .throwOnError()
}
