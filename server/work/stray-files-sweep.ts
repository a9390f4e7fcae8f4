import type { EmbeddedBackend } from '../backend/start.ts'
import type { SiteBackend } from '../site-backend.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'
import { type ServiceClient, serviceClient } from './service-client.ts'
import { type Matched, matchBytesWithRows } from './stray-bytes.ts'

const EVERY_MS = 60 * 60 * 1000
const AT_ONCE = 100
/** Lines of the log in one round; a disk that is lost would fill it. */
const MOST_TOLD = 20

/**
 * Removes files of uploads that have no upload: what a process left behind that was killed between storing a file and writing its row, and what
 * could not be removed when a work was withdrawn or its file replaced; of the embedded storage also bytes without a row, and rows without bytes.
 * Only such as are a day old. An upload whose file is not in the storage stays, since it is a student's: it is told in the log. Without a secret key nothing is
 * swept.
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
    // What could not be removed is not asked for again at once.
    return { more: removed > 0 && stray.length === AT_ONCE }
  })

  /** Removes rows of the storage whose bytes are gone and that nothing stands on. Returns how many. */
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
