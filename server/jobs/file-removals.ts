import type { Database } from '#app/services/database.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

const EVERY_MS = 60_000
const AT_ONCE = 20

type Removal = Database['public']['Functions']['claim_file_removals']['Returns'][number]

/**
 * Removes files that are no longer needed (the avatar and works of a deleted account, the drive copy of a withdrawn work) from the storage
 * or, by remove-from-drive, from the drive. Several processes may do this: the database gives each file to one of them. Without a secret
 * key the files stay.
 */
export function removeFiles(backend: SiteBackend, job: Job): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }

  return runPeriodically(job, EVERY_MS, async () => {
    const { data: due } = await client.rpc('claim_file_removals', { max_rows: AT_ONCE }).throwOnError()
    for (const removal of due) {
      const failure = await remove(client, removal)
      if (failure) {
        // The log names the row, because the path contains an account's id and a file name that the student chose.
        job.failed(failure, `removal ${removal.id}`)
        const { id, attempt } = removal
        await client.rpc('record_file_removal_failure', { removal: id, attempt, reason: failure.message }).throwOnError()
      } else {
        await client.rpc('record_file_removal', { removal: removal.id }).throwOnError()
      }
    }
    const { count } = await client
      .from('file_removals')
      .select('id', { count: 'exact', head: true })
      .not('last_error', 'is', null)
      .throwOnError()
    return { more: due.length === AT_ONCE, waiting: count ?? 0 }
  })
}

/** Removes a file. Returns the reason for a failure, or null. */
async function remove(client: ServiceClient, { place, path }: Removal): Promise<Error | null> {
  const { error } =
    place === 'drive'
      ? await client.functions.invoke('remove-from-drive', { body: { reference: path } })
      : await client.storage.from(place).remove([path])
  return error ? (error instanceof Error ? error : new Error(String(error))) : null
}
