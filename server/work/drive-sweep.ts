import { functionFailure } from '../../app/platform/process/function-failure.server.ts'
import type { SiteBackend } from '../site-backend.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 60_000
const AT_ONCE = 20

/**
 * Asks for the drive copies that are due; a failed copy stays due and is tried again. Several processes may do this: the function gives
 * each copy to one of them. Without a secret key nothing is done.
 */
export function sweepDriveCopies(backend: SiteBackend, job: Job): Rounds {
  const client = serviceClient(backend)
  if (!client) {
    return noRounds
  }
  return inRounds(job, EVERY_MS, async () => {
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
    // A copy that is never tried again (its file is not what its name says) does not count as waiting.
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
