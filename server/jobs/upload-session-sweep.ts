import type { ReceivingPartials } from '../uploads/partial-rules.ts'
import type { Job } from '../job-runner/jobs.ts'
import { inRounds, type Rounds } from '../job-runner/periodic.ts'

const EVERY_MS = 60 * 60 * 1000

/** Removes partials that were kept too long, now and every hour. */
export function sweepUploadSessions(partials: ReceivingPartials, job: Job): Rounds {
  return inRounds(job, EVERY_MS, async () => {
    await partials.sweep()
    return {}
  })
}
