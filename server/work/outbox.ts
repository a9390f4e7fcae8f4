import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import type { Database } from '../../app/platform/database.types.ts'
import { plainText, WRITTEN_OUT } from '../mail/auth-mail.ts'
import type { Mailer, RenderMail } from '../mail/message.ts'
import type { SiteBackend } from '../site-backend.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'

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
export function sendOutbox(backend: SiteBackend, mailer: Mailer, render: RenderMail): Rounds {
  if (!backend.secretKey) {
    return noRounds
  }
  const client = createClient<Database>(backend.url, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })

  async function deliver({ id, template, recipient, details, attempt }: Claim): Promise<void> {
    try {
      const { subject, html } = template === WRITTEN_OUT ? v.parse(writtenOut, details) : await render(template, details)
      await mailer.send({ id: `outbox-${id}`, to: recipient, subject, html, text: plainText(html) })
    } catch (failure) {
      await client.rpc('note_mail_failed', { mail: id, attempt, reason: reasonOf(failure), for_good: isForGood(failure) })
      return
    }
    // When this does not come through, the mail is sent once more after its lease, with the same Message-ID.
    await client.rpc('note_mail_sent', { mail: id })
  }

  return inRounds(EVERY_MS, async () => {
    const { data: mails } = await client.rpc('claim_mails', { most: AT_ONCE, lease_seconds: LEASE_SECONDS })
    await Promise.all((mails ?? []).map(deliver))
    return { more: mails?.length === AT_ONCE }
  })
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
