import type { EmbeddedBackend } from '../backend/start.ts'
import type { SiteBackend } from '../site-backend.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { type Matched, matchBytesWithRows } from './stray-bytes.ts'

const EVERY_MS = 60 * 60 * 1000
const AT_ONCE = 100
/** The most lines in the log for one round, because a lost disk would fill it. */
const MOST_TOLD = 20

/**
 * Removes files of uploads that have no upload: the process was killed between storing the file and writing its row, or the file could not
 * be removed when a work was withdrawn or its file replaced. In the embedded storage it also removes bytes without a row, and rows without
 * bytes. Files younger than a day stay. An upload whose file is missing stays, because it is a student's work; the log says so. Without a
 * secret key nothing is done.
 */
export function sweepStrayFiles(backend: SiteBackend, job: Job, embedded: EmbeddedBackend | null): Rounds {
  const client = serviceClient(backend)
  if (!client) {
    return noRounds
  }
  return inRounds(job, EVERY_MS, async () => {
    const { data: stray } = await client.rpc('files_without_an_upload', { most: AT_ONCE }).throwOnError()
    let removed = 0
    if (stray.length > 0) {
      const { data, error } = await client.storage.from('material-uploads').remove(stray.map(({ file_path }) => file_path))
      if (error) {
        job.failed(error, 'files without an upload')
      }
      removed = data?.length ?? 0
    }
    if (embedded) {
      const matched = await matchBytesWithRows(embedded)
      removed += matched.removed + (await removeRows(client, matched.lost))
      tell(matched.lost.flatMap(({ upload }) => (upload === null ? [] : [`the file of upload ${upload} has no bytes`])))
    }
    const { data: without } = await client.rpc('uploads_without_a_file', { most: MOST_TOLD }).throwOnError()
    tell(without.map(({ upload_id }) => `the file of upload ${upload_id} is not in the storage`))
    if (removed > 0) {
      job.log(`removed, since nothing needs them: ${removed}`)
    }
    // A file that could not be removed is not tried again in this round.
    return { more: removed > 0 && stray.length === AT_ONCE }
  })

  /** Removes rows of the storage whose bytes are missing and that no upload uses. Returns how many. */
  async function removeRows(service: ServiceClient, lost: Matched['lost']): Promise<number> {
    let removed = 0
    for (const [bucket, rows] of Map.groupBy(
      lost.filter(({ upload }) => upload === null),
      (row) => row.bucket,
    )) {
      const { data, error } = await service.storage.from(bucket).remove(rows.map(({ name }) => name))
      if (error) {
        job.failed(error, `rows without bytes in ${bucket}`)
      }
      removed += data?.length ?? 0
    }
    return removed
  }

  function tell(lines: string[]): void {
    for (const line of lines.slice(0, MOST_TOLD)) {
      job.log(line)
    }
    if (lines.length > MOST_TOLD) {
      job.log(`and ${lines.length - MOST_TOLD} more`)
    }
  }
}
