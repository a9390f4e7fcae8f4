import * as v from 'valibot'
import type { Database } from '#app/services/database.ts'
import { plainText, ACCOUNT_LINK } from '../mail/auth-mail.ts'
import type { Mailer, RenderMail } from '../mail/message.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'
import { serviceClient } from '../service-client.ts'

const EVERY_MS = 15_000
const AT_ONCE = 5
/**
 * How long an email is leased: longer than rendering and sending can take (server/mail/mailer.ts), so that no other
 * process takes it.
 */
const LEASE_SECONDS = 120

const accountLink = v.object({ subject: v.string(), html: v.string() })
type Claim = Database['public']['Functions']['claim_emails']['Returns'][number]

/**
 * Sends the emails of the outbox (docs/decisions/0009): due emails are leased, rendered, sent and marked as sent, or
 * retried later. Several processes may do this: the database gives each email to one of them. Without a secret key
 * nothing is sent.
 */
export function sendOutbox(backend: SiteBackend, job: Job, mailer: Mailer, render: RenderMail): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }

  const deliver = async ({ id, template, recipient, details, attempt }: Claim): Promise<void> => {
    try {
      const mail = template === ACCOUNT_LINK ? v.parse(accountLink, details) : await render(template, details)
      await mailer.send({ id: `outbox-${id}`, to: recipient, ...mail, text: await plainText(mail.html) })
    } catch (failure) {
      const about = `mail ${id} (${template}), attempt ${attempt}`
      const for_good = isPermanentFailure(failure)
      if (for_good) {
        // The address does not exist. That is not a failure of the job.
        job.warn(`${about}: given up: ${loggable(failure)}`)
      } else {
        job.failed(loggable(failure), about)
      }
      await client.rpc('record_email_failure', { email_id: id, attempt, reason: getReason(failure), for_good }).throwOnError()
      return
    }
    // If this fails, the email is sent again after its lease, with the same Message-ID.
    await client.rpc('record_email_sent', { email_id: id }).throwOnError()
  }

  return runPeriodically(job, EVERY_MS, async () => {
    const { data: mails } = await client.rpc('claim_emails', { max_rows: AT_ONCE, lease_seconds: LEASE_SECONDS }).throwOnError()
    for (const outcome of await Promise.allSettled(mails.map(deliver))) {
      if (outcome.status === 'rejected') {
        job.failed(outcome.reason)
      }
    }
    const { count } = await client
      .from('outbox')
      .select('id', { count: 'exact', head: true })
      .is('sent_at', null)
      .is('dead_at', null)
      .not('last_error', 'is', null)
      .throwOnError()
    return { more: mails.length === AT_ONCE, waiting: count ?? 0 }
  })
}

/**
 * Returns the failure for the log. A mail server's message may contain the recipient, so only its codes are logged.
 * Other failures name their place in the code.
 */
function loggable(failure: unknown): string {
  const { code, command, responseCode } = failure as { code?: string; command?: string; responseCode?: number }
  return command === undefined
    ? failure instanceof Error
      ? (failure.stack ?? failure.message)
      : String(failure)
    : [code, command, responseCode].filter((part) => part !== undefined).join(' ')
}

/** Returns the mail server's message, or ours, which the admin reads in the console. */
function getReason(failure: unknown): string {
  return (failure instanceof Error ? failure.message : String(failure)).slice(0, 1000)
}

/**
 * Returns true if the mail server does not know the recipient (550 and similar codes). Then a retry is useless; any
 * other failure may pass.
 */
function isPermanentFailure(failure: unknown): boolean {
  const { code, responseCode } = failure as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}
