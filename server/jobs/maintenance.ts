import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

const EVERY_MS = 10 * 60 * 1000

/**
 * Runs every ten minutes: removes the files of rejected uploads on the announced day, and records that admins deleted
 * thirty days ago; clears shares whose refund window has closed; purges unpaid orders; queues the emails about sales
 * and new works, newsletters, and the admins' email each morning. The database does each only once, even when several
 * processes call it. Without a secret key nothing is done.
 * @param after starts the removals and the emails.
 */
export function runMaintenance(backend: SiteBackend, job: Job, after: { removals(): void; mails(): void }): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }
  /** Calls a function of the database. A failure does not stop the others. */
  async function done(
    what:
      | 'remove_rejected_files'
      | 'purge_deleted'
      | 'queue_daily_digest'
      | 'clear_due_shares'
      | 'queue_sale_emails'
      | 'purge_unpaid_orders'
      | 'purge_account_checks'
      | 'purge_rate_limits'
      | 'email_alerts'
      | 'queue_newsletters',
    database: ServiceClient,
  ) {
    const { data, error } = await database.rpc(what)
    if (error) {
      job.failed(error, what)
    }
    return Boolean(data)
  }
  return runPeriodically(job, EVERY_MS, async () => {
    if (await done('remove_rejected_files', client)) {
      after.removals()
    }
    await done('purge_deleted', client)
    await done('purge_rate_limits', client)
    // This precedes the digest, which counts the authors that a run would pay.
    await done('clear_due_shares', client)
    await done('purge_unpaid_orders', client)
    await done('purge_account_checks', client)
    const sold = await done('queue_sale_emails', client)
    const alerted = await done('email_alerts', client)
    const hasNewsletters = await done('queue_newsletters', client)
    if ((await done('queue_daily_digest', client)) || sold || alerted || hasNewsletters) {
      after.mails()
    }
    return {}
  })
}
