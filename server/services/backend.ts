import path from 'node:path'
import { removeUnfinishedFiles } from '../backend/data-directory-entries.ts'
import { lockDataDirectory } from '../backend/data-directory-lock.ts'
import { checkKeysAtStart } from '../backend/hosted-keys.ts'
import { embeddedSiteBackend, hostedSiteBackend, type SiteBackend } from '../backend/site-backend.ts'
import { type EmbeddedBackend, startBackend as startEmbeddedBackend } from '../backend/start.ts'
import type { DiskGuard } from '../disk/disk-guard.ts'
import type { Environment } from '../environment.ts'
import type { Job, Jobs } from '../job-runner/jobs.ts'
import { queuedAuthMail } from '../mail/auth-mail.ts'
import { seedHosted, seedOnce } from '../seed/seed.ts'
import type { Service } from './services.ts'

/**
 * The backend as the site reaches it. `embedded` and `disk` are null on a hosted one, `disk` also on a separate
 * PostgreSQL.
 */
export type BackendService = Service & { backend: SiteBackend; embedded: EmbeddedBackend | null; disk: DiskGuard | null }

/**
 * Locks DATA_DIR for this process and removes unfinished files of a killed process. Stopping releases the lock.
 * @throws a sentence when another process has the directory.
 */
export function lockData({ dataDirectory }: Pick<Environment, 'dataDirectory'>): Service {
  process.env.DRIVE_DIRECTORY ??= path.join(dataDirectory, 'drive')
  const unlock = lockDataDirectory(dataDirectory)
  removeUnfinishedFiles(dataDirectory)
  return { stop: unlock }
}

/**
 * Starts the embedded backend, or checks the keys of the hosted one. A full disk of the database pauses `jobs`.
 * @param emailJob sends the outbox, into which the embedded backend puts its emails.
 */
export async function startBackend(env: Environment, jobs: Jobs, emailJob: Job): Promise<BackendService> {
  if (env.backend.kind === 'hosted') {
    const backend = hostedSiteBackend(env.backend)
    await checkKeysAtStart(backend)
    return { backend, embedded: null, disk: null, stop: () => {} }
  }
  const embedded: EmbeddedBackend = await startEmbeddedBackend(env, {
    mailer: queuedAuthMail(
      () => embedded.database,
      () => emailJob.nudge(),
    ),
  })
  const disk = embedded.database.disk ?? null
  if (disk) {
    jobs.pauseWhile(() => disk.check().isFull)
  }
  return { backend: embeddedSiteBackend(embedded, env.siteUrl), embedded, disk, stop: () => embedded.stop() }
}

/** Loads the content that the environment selects if the backend never had it. */
export async function seed(env: Environment, { backend, embedded }: BackendService): Promise<void> {
  await (embedded ? seedOnce(embedded, env) : seedHosted(backend, env))
}
