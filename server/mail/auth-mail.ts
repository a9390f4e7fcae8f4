import type { EmailDriver } from '@supabase/lite'
import type { Database } from '../backend/database.ts'
import type { Mailer } from './message.ts'

/** The template name of GoTrue's emails in the outbox. Their text is complete, so app/emails has no such template. */
export const ACCOUNT_LINK = 'account-link'

/**
 * Sends GoTrue's emails (confirmation, new password, new address) immediately. Their HTML comes from
 * supabase/templates. The plain text is generated from the HTML, because lite's own text links to an address that we
 * do not serve.
 */
export function authMail(mailer: Mailer): EmailDriver {
  return {
    async send({ to, subject, html }) {
      const written = existing(html, subject)
      await mailer.send({ to, subject, html: written, text: await plainText(written) })
    },
  }
}

/**
 * Sends the same emails through the outbox, for a backend in this process. A sign-up then works without the mail
 * server, and the response time does not reveal whether an address has an account.
 * @param database the database of the outbox, once it is open.
 * @param stored is called when an email was stored.
 */
export function queuedAuthMail(database: () => Pick<Database, 'query'>, stored: () => void): EmailDriver {
  return {
    async send({ to, subject, html }) {
      await database().query(
        `insert into public.outbox (template, recipient, profile_id, details)
         values ($1, $2, (select p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = $2),
                 jsonb_build_object('subject', $3::text, 'html', $4::text))`,
        [ACCOUNT_LINK, to, subject, existing(html, subject)],
      )
      stored()
    },
  }
}

function existing(html: string | undefined, subject: string): string {
  if (!html) {
    throw new Error(`Could not send the email "${subject}": it has no template in supabase/templates`)
  }
  return html
}

/** Converts an email to text for programs that show no HTML. */
export async function plainText(html: string): Promise<string> {
  // The converter is loaded with the first of these emails.
  const { convert } = await import('html-to-text')
  return convert(html, {
    wordwrap: 76,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'head', format: 'skip' },
      // Sentences about the button are left out, because the text already shows its address.
      { selector: '.html-only', format: 'skip' },
    ],
  })
}
