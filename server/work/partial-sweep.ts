import type { Partials } from '../uploads/partials.ts'
import type { Job } from './jobs.ts'
import { inRounds, type Rounds } from './rounds.ts'

const EVERY_MS = 60 * 60 * 1000

/** Removes partials that were kept too long, now and every hour. */
export function sweepPartials(partials: Partials, job: Job): Rounds {
  return inRounds(job, EVERY_MS, async () => {
    await partials.sweep()
    return {}
  })
}
