import fs from 'node:fs/promises'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Trouble } from '#app/services/troubles.ts'
import { lastBackup } from '../backup-files.ts'
import type { DiskState } from '../disk/disk-guard.ts'
import { FILE_RESERVE_BYTES } from '../disk/disk-space.ts'
import type { Environment } from '../environment.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import { ifMissing } from '../missing-file.ts'
import type { PaystackOutage } from '../paystack/outage.ts'
import type { ServiceClient } from '../service-client.ts'

/** A mail server may reject a first attempt for some minutes (greylisting), which is no trouble yet. */
const EMAIL_PATIENCE_MS = 10 * 60 * 1000
/** Backups run each night, so one that is older than two nights was missed. */
const BACKUP_PATIENCE_MS = 2 * 24 * 60 * 60 * 1000
/** The first backup is made an hour after the start at the latest (services/maintenance.ts). */
const FIRST_BACKUP_PATIENCE_MS = 2 * 60 * 60 * 1000
/** Some days remain from here until uploads are refused. */
const LITTLE_BYTES = 2 * FILE_RESERVE_BYTES
const MEBIBYTE = 1024 * 1024

/** Jobs whose failure is shown as another kind of trouble. */
const EMAIL_JOB = 'mails'
const BACKUP_JOB = 'backups'
const PAYSTACK_JOBS = ['orders', 'transfers', 'comparison with Paystack']

type Options = {
  env: Pick<Environment, 'dataDirectory' | 'backupDirectory'>
  jobs: Pick<Jobs, 'all'>
  /** Null without the secret key: then the outbox cannot be read. */
  client: ServiceClient | null
  /** Measures the disk of the embedded database; null on another backend. */
  disk: (() => DiskState) | null
  /** Null where nothing is sold. */
  outage: PaystackOutage | null
  /** Returns the free bytes of the disk of a directory; tests pass another. */
  freeBytes?: (directory: string) => Promise<number>
  now?: () => number
}

/**
 * Returns a function that lists the current trouble of this process, the most urgent first. A part that cannot be read
 * is logged and left out.
 */
export function openSystemTroubles(options: Options): () => Promise<Trouble[]> {
  const { env, jobs, client, disk, outage, freeBytes = measure, now = Date.now } = options
  const startedAt = now()
  const causeOf = (name: string) => jobs.all().find((job) => job.name === name)?.cause ?? null

  async function emailTrouble(): Promise<Trouble | null> {
    const before = new Date(now() - EMAIL_PATIENCE_MS).toISOString()
    if (client === null) {
      return null
    }
    const { data, count } = await client
      .from('outbox')
      .select('created_at, last_error', { count: 'exact' })
      .is('sent_at', null)
      .is('dead_at', null)
      .lt('created_at', before)
      .order('created_at')
      .limit(1)
      .throwOnError()
    const [oldest] = data
    return oldest
      ? {
          kind: 'email',
          since: oldest.created_at,
          waiting: count ?? 1,
          cause: oldest.last_error ?? causeOf(EMAIL_JOB),
        }
      : null
  }

  async function backupTrouble(): Promise<Trouble | null> {
    if (env.backupDirectory === null) {
      return null
    }
    const last = await lastBackup(env.backupDirectory)
    const cause = causeOf(BACKUP_JOB)
    const isOld = last
      ? now() - last.at.getTime() > BACKUP_PATIENCE_MS
      : cause !== null || now() - startedAt > FIRST_BACKUP_PATIENCE_MS
    return isOld ? { kind: 'backup', last: last?.at.toISOString() ?? null, cause } : null
  }

  async function diskTrouble(): Promise<Trouble | null> {
    const isFull = disk?.().isFull ?? false
    const free = await freeBytes(env.dataDirectory)
    return isFull || free < LITTLE_BYTES ? { kind: 'disk', isFull, freeMegabytes: Math.floor(free / MEBIBYTE) } : null
  }

  function failingJobs(): Trouble[] {
    const shownElsewhere = new Set([EMAIL_JOB, BACKUP_JOB, ...(outage?.current ? PAYSTACK_JOBS : [])])
    return jobs
      .all()
      .flatMap(({ name, failingSince, cause }) =>
        failingSince === null || shownElsewhere.has(name)
          ? []
          : [{ kind: 'job' as const, job: name, since: new Date(failingSince).toISOString(), cause }],
      )
  }

  return async () => {
    const [full, email, backup] = await Promise.all([
      diskTrouble().catch(orLog('Could not measure the disk', null)),
      emailTrouble().catch(orLog('Could not count the emails that wait', null)),
      backupTrouble().catch(orLog('Could not read the time of the last backup', null)),
    ])
    const away: Trouble | null = outage?.current ? { kind: 'paystack', ...outage.current } : null
    return [full, away, email, backup, ...failingJobs()].filter((trouble) => trouble !== null)
  }
}

async function measure(directory: string): Promise<number> {
  const stats = await fs.statfs(directory).catch(ifMissing(null))
  return stats ? stats.bavail * stats.bsize : Number.POSITIVE_INFINITY
}
