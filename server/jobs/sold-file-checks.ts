import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'
import { isIntact, recordCondition } from '../sold-files.ts'

const EVERY_MS = 60 * 60 * 1000
/** The files of one round. Each is read once a week, so this is enough for three thousand. */
const AT_ONCE = 20
/** With more newly damaged files than this, and no intact one, the storage is missing and not the files. */
const FEW = 4

/**
 * Compares the stored files of works that are sold here with the approved ones, some each hour and each file once a
 * week; a damaged one each hour, so that a repaired file is noticed. Without a secret key nothing is done.
 */
export function checkSoldFiles(backend: SiteBackend, job: Job): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  return runPeriodically(job, EVERY_MS, async () => {
    const { data: due } = await client.rpc('due_file_checks', { max_rows: AT_ONCE }).throwOnError()
    const checked: { file: (typeof due)[number]; intact: boolean }[] = []
    for (const file of due) {
      checked.push({ file, intact: await isIntact(client, file) })
    }
    const lost = checked.filter(({ file, intact }) => !intact && !file.was_damaged)
    if (lost.length > FEW && !checked.some(({ intact }) => intact)) {
      throw new Error(
        `None of ${checked.length} stored files is intact. Is the folder of the files mounted? No work was taken off sale`,
      )
    }
    for (const { file, intact } of checked) {
      await recordCondition(client, file, intact)
      if (!intact) {
        job.warn(`the stored file of "${file.title}" is damaged, so the work is not sold: ${file.file_path}`)
      }
    }
    return {}
  })
}
