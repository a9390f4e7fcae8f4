import type { EmbeddedBackend } from '../backend/start.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { matchBytesWithRows } from './orphaned-bytes.ts'

const EVERY_MS = 60 * 60 * 1000
const AT_ONCE = 100
/** The most lines in the log per round, because a lost disk would fill it. */
const MAX_LOG_LINES = 20

/**
 * Removes files of uploads that have no upload: the process was killed between storing the file and writing its row,
 * or the file could not be removed when a work was withdrawn or its file replaced. So it does with public pictures of
 * pages that a restored database does not know. Files over their bucket's size
 * limit are removed at once. In the embedded storage it also removes bytes without a row, and rows without bytes.
 * Files younger than a day stay. An upload whose file is missing stays, because it is a student's work; the log
 * reports it. Without a secret key nothing is done.
 */
export function sweepOrphanedFiles(backend: SiteBackend, job: Job, embedded: EmbeddedBackend | null): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const { data: stray } = await client.rpc('orphaned_files', { max_rows: AT_ONCE }).throwOnError()
    const { data: pictures } = await client.rpc('orphaned_page_pictures', { max_rows: AT_ONCE }).throwOnError()
    const { data: over } = await client.rpc('oversized_files', { max_rows: AT_ONCE }).throwOnError()
    const uploads = stray.map(({ file_path }) => ({ bucket: 'material-uploads', file_path }))
    const pages = pictures.map(({ file_path }) => ({ bucket: 'product-files', file_path }))
    let removed =
      (await remove(client, uploads, 'files without an upload')) +
      (await remove(client, pages, 'pictures of pages without a row')) +
      (await remove(client, over, 'files over their limit'))
    if (embedded) {
      const matched = await matchBytesWithRows(embedded)
      const rows = matched.lost.filter(({ upload }) => upload === null).map(({ bucket, name }) => ({ bucket, file_path: name }))
      removed += matched.removed + (await remove(client, rows, 'rows without bytes'))
      tell(matched.lost.flatMap(({ upload }) => (upload === null ? [] : [`the file of upload ${upload} has no bytes`])))
    }
    const { data: without } = await client.rpc('uploads_missing_file', { max_rows: MAX_LOG_LINES }).throwOnError()
    tell(without.map(({ upload_id }) => `the file of upload ${upload_id} is not in the storage`))
    if (removed > 0) {
      job.log(`removed, since nothing needs them: ${removed}`)
    }
    // A file that could not be removed is not retried in this round.
    return { more: removed > 0 && [stray, pictures, over].some(({ length }) => length === AT_ONCE) }
  })

  /** Removes these files through the storage API. Returns the number of removed files. */
  async function remove(service: ServiceClient, files: { bucket: string; file_path: string }[], what: string): Promise<number> {
    let removed = 0
    for (const [bucket, bucketFiles] of Map.groupBy(files, (file) => file.bucket)) {
      const { data, error } = await service.storage.from(bucket).remove(bucketFiles.map(({ file_path }) => file_path))
      if (error) {
        job.failed(error, `${what} in ${bucket}`)
      }
      removed += data?.length ?? 0
    }
    return removed
  }

  function tell(lines: string[]): void {
    for (const line of lines.slice(0, MAX_LOG_LINES)) {
      job.warn(line)
    }
    if (lines.length > MAX_LOG_LINES) {
      job.warn(`and ${lines.length - MAX_LOG_LINES} more`)
    }
  }
}
