import type { SiteBackend } from '../site-backend.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'
import { type ServiceClient, serviceClient } from './service-client.ts'

const EVERY_MS = 10 * 60 * 1000

/**
 * What comes due by the clock, looked after every ten minutes: the files of rejected uploads on the day their students were told, what
 * operators deleted thirty days ago, and the operators' mail each morning. The database sees that each is done once, however many processes ask.
 * Without a secret key nothing of it is done.
 * @param after looks for what there is to remove, and to mail.
 */
export function keepHouse(backend: SiteBackend, job: Job, after: { removals(): void; mails(): void }): Rounds {
  const client = serviceClient(backend)
  if (!client) {
    return noRounds
  }
  /** Calls a function of the database; one that fails keeps the others from nothing. */
  async function done(what: 'remove_rejected_files' | 'purge_deleted' | 'queue_daily_digest', database: ServiceClient) {
    const { data, error } = await database.rpc(what)
    if (error) {
      job.failed(error, what)
    }
    return Boolean(data)
  }
  return inRounds(job, EVERY_MS, async () => {
    if (await done('remove_rejected_files', client)) {
      after.removals()
    }
    await done('purge_deleted', client)
    if (await done('queue_daily_digest', client)) {
      after.mails()
    }
    return {}
  })
}
