import * as v from 'valibot'
import { functionFailure } from '#app/platform/log/function-failure.server.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

const EVERY_MS = 60_000
/** How often the configured drive is queried. */
const ASK_EVERY_MS = 60 * 60_000
const AT_ONCE = 20
/** The response of upload-to-drive about its drive: none, and why it accepts no copies. */
const setUp = v.object({ drive: v.nullable(v.string()), fault: v.nullable(v.string()) })

/**
 * Makes the drive copies that are due. A failed copy stays due and is retried. Several processes may do this: the
 * function gives each copy to one of them. Once an hour, and each minute while there is a fault, it queries the
 * configured drive: copies that were postponed without a drive become due, and a drive that rejects copies is logged
 * before a student uploads anything. Without a secret key nothing is done.
 */
export function sweepDriveCopies(backend: SiteBackend, job: Job): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  let asked = Number.NEGATIVE_INFINITY
  async function askWhichDrive(service: ServiceClient): Promise<void> {
    const { data, error } = await service.functions.invoke<unknown>('upload-to-drive', { method: 'GET' })
    if (error) {
      job.failed(await functionFailure(error), 'which drive is set up')
      return
    }
    const { drive, fault } = v.parse(setUp, data)
    if (fault) {
      job.failed(fault, 'the drive takes no copies')
      return
    }
    if (drive) {
      await service.rpc('queue_missing_drive_copies').throwOnError()
    }
    asked = Date.now()
  }

  return runPeriodically(job, EVERY_MS, async () => {
    if (Date.now() - asked > ASK_EVERY_MS) {
      await askWhichDrive(client)
    }
    const { data: due } = await client
      .from('drive_copies')
      .select('upload_id, file_path')
      .is('copied_at', null)
      .lte('next_attempt_at', new Date().toISOString())
      .order('next_attempt_at')
      .limit(AT_ONCE)
      .throwOnError()
    for (const copy of due) {
      const { error } = await client.functions.invoke('upload-to-drive', {
        body: { fileId: copy.file_path, uploadId: copy.upload_id },
      })
      if (error) {
        job.failed(await functionFailure(error), `upload ${copy.upload_id}`)
      }
    }
    // A copy that is never retried (its file type does not match its name) does not count as waiting.
    const { count } = await client
      .from('drive_copies')
      .select('upload_id', { count: 'exact', head: true })
      .is('copied_at', null)
      .not('last_error', 'is', null)
      .lt('next_attempt_at', 'infinity')
      .throwOnError()
    return { waiting: count ?? 0 }
  })
}
