import { setTimeout as pause } from 'node:timers/promises'
import type { Backups, BackupState } from '#app/services/backups.ts'
import { lastBackup } from '../backup-files.ts'
import type { Job } from '../job-runner/jobs.ts'
import type { BackupJob } from '../jobs/backups.ts'

/** A request waits so long for a backup; that of a small shop takes a second or two. */
const PATIENCE_MS = 8000

/** Opens the nightly backups in `directory` for the console. */
export function openBackups(directory: string, job: Pick<Job, 'cause' | 'isPaused' | 'rounds'>, rounds: BackupJob): Backups {
  async function state(): Promise<BackupState> {
    const last = await lastBackup(directory)
    return {
      last: last && { at: last.at.toISOString(), bytes: last.bytes },
      runningSince: rounds.runningSince()?.toISOString() ?? null,
      cause: job.cause,
    }
  }
  return {
    state,
    async makeNow() {
      if (job.isPaused) {
        return 'paused'
      }
      const before = job.rounds
      if (rounds.runningSince() === null) {
        rounds.request()
      }
      await Promise.race([rounds.idle(), pause(PATIENCE_MS, undefined, { ref: false })])
      return rounds.runningSince() !== null ? 'running' : job.rounds > before && job.cause === null ? 'made' : 'failed'
    },
  }
}
