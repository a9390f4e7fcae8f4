import type { UploadSessionRoutes } from '../uploads/upload-session-rules.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 60 * 60 * 1000

/** Removes expired upload sessions, now and every hour. */
export function sweepUploadSessions(uploadSessions: UploadSessionRoutes, job: Job): PeriodicJob {
  return runPeriodically(job, EVERY_MS, async () => {
    await uploadSessions.sweep()
    return {}
  })
}
