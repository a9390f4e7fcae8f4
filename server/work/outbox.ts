import * as v from 'valibot'
import type { Database } from '../../app/platform/process/database.types.ts'
import { plainText, WRITTEN_OUT } from '../mail/auth-mail.ts'
import type { Mailer, RenderMail } from '../mail/message.ts'
import type { SiteBackend } from '../site-backend.ts'
import type { Job } from './jobs.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'
import { serviceClient } from './service-client.ts'

const EVERY_MS = 15_000
const AT_ONCE = 5
/** Longer than rendering and handing over may take (server/mail/mailer.ts): nobody else may take a mail that is being sent. */
const LEASE_SECONDS = 120

const writtenOut = v.object({ subject: v.string(), html: v.string() })
type Claim = Database['public']['Functions']['claim_mails']['Returns'][number]

/**
 * Sends the mails of the outbox (docs/decisions/0009): what is due is leased, rendered, handed to the mailer and noted as sent, or tried
 * again later. Any number of processes may do it: the database gives each mail to one of them. Without a secret key nothing is sent.
 */
export function sendOutbox(backend: SiteBackend, job: Job, mailer: Mailer, render: RenderMail): Rounds {
  const client = serviceClient(backend)
  if (!client) {
    return noRounds
  }
  const rpc = client.rpc.bind(client)

  async function deliver({ id, template, recipient, details, attempt }: Claim): Promise<void> {
    try {
      const { subject, html } = template === WRITTEN_OUT ? v.parse(writtenOut, details) : await render(template, details)
      await mailer.send({ id: `outbox-${id}`, to: recipient, subject, html, text: plainText(html) })
    } catch (failure) {
      const about = `mail ${id} (${template}), attempt ${attempt}`
      const for_good = isForGood(failure)
      if (for_good) {
        // An address that does not exist: the mail's fault, and not the job's.
        job.log(`${about}: given up: ${loggable(failure)}`)
      } else {
        job.failed(loggable(failure), about)
      }
      await rpc('note_mail_failed', { mail: id, attempt, reason: reasonOf(failure), for_good }).throwOnError()
      return
    }
    // When this does not come through, the mail is sent once more after its lease, with the same Message-ID.
    await rpc('note_mail_sent', { mail: id }).throwOnError()
  }

  return inRounds(job, EVERY_MS, async () => {
    const { data: mails } = await rpc('claim_mails', { most: AT_ONCE, lease_seconds: LEASE_SECONDS }).throwOnError()
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

/** For the log. A mail server's own words may quote whom the mail is for, so of those only the codes; any other failure says where it happened. */
function loggable(failure: unknown): string {
  const { code, command, responseCode } = failure as { code?: string; command?: string; responseCode?: number }
  return command === undefined
    ? failure instanceof Error
      ? (failure.stack ?? failure.message)
      : String(failure)
    : [code, command, responseCode].filter((part) => part !== undefined).join(' ')
}

/** The mail server's own words, or ours; a person reads them in the console. */
function reasonOf(failure: unknown): string {
  return (failure instanceof Error ? failure.message : String(failure)).slice(0, 1000)
}

/** The mail server knows no such addressee (550 and its kin): trying again would change nothing. Anything else may pass. */
function isForGood(failure: unknown): boolean {
  const { code, responseCode } = failure as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}
