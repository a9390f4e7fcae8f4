import type { Backups } from '#app/services/backups.ts'
import type { Environment } from '../environment.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import { makeBackups } from '../jobs/backups.ts'
import { syncHolidays } from '../jobs/holidays.ts'
import { runMaintenance } from '../jobs/maintenance.ts'
import { proposeThesaurusEntries } from '../jobs/thesaurus-proposals.ts'
import { syncUploadYear } from '../jobs/upload-year.ts'
import { vacuum } from '../jobs/vacuum.ts'
import type { BackendService } from './backend.ts'
import { openBackups } from './backups.ts'
import type { EmailService } from './email.ts'
import type { FileServices } from './files.ts'
import { type Service, Services } from './services.ts'

/** A trial that ends within the hour makes no backup. One in BACKUP_DIR, which someone has set, is made at once. */
const BEFORE_FIRST_BACKUP_MS = 60 * 60 * 1000

export type MaintenanceService = Service & {
  /** Null where this process makes none. */
  backups: Backups | null
}

/** Starts the maintenance of the data: holidays, the upload year, purges, thesaurus proposals, vacuum and backups. */
export async function startMaintenance(
  env: Environment,
  { backend, embedded }: BackendService,
  jobs: Jobs,
  { files, email }: { files: FileServices; email: EmailService },
): Promise<MaintenanceService> {
  const services = new Services()
  const holidays = services.add(syncHolidays(backend, jobs.add('public holidays', 'at once')))
  if (embedded) {
    // This precedes the first request that reads the settings, which are cached for minutes. A hosted backend may be
    // unavailable.
    await holidays.idle()
  }
  services.add(syncUploadYear(backend, jobs.add('upload year', 'at once')))
  services.add(runMaintenance(backend, jobs.add('housekeeping'), { removals: files.removals.nudge, mails: email.nudge }))
  services.add(proposeThesaurusEntries(backend, jobs.add('thesaurus proposals')))
  if (embedded && env.backend.kind === 'embedded') {
    services.add(vacuum(embedded.database, jobs.add('vacuum')))
  }
  return { backups: startBackups(env, jobs), stop: () => services.stop() }
}

/** Starts the nightly backups. Shutdown does not wait for one. */
function startBackups({ backupDirectory, areBackupsBesideData }: Environment, jobs: Jobs): Backups | null {
  if (backupDirectory === null) {
    return null
  }
  const job = jobs.add('backups')
  const options = areBackupsBesideData ? { weeks: 0, waitMs: BEFORE_FIRST_BACKUP_MS } : {}
  return openBackups(backupDirectory, job, makeBackups(backupDirectory, job, options))
}
