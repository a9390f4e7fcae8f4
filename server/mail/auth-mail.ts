import type { EmailDriver } from '@supabase/lite'
import type { Database } from '../backend/database.ts'
import type { Mailer } from './message.ts'

/** The template name of auth mails in the outbox. Their text is complete, so they have no template in app/emails. */
export const WRITTEN_OUT = 'written-out'

/**
 * GoTrue's mails (confirmation, new password, new address) sent at once. Their HTML comes from supabase/templates. The plain text is made
 * from the HTML, because lite's own text links to an address that we do not serve.
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
 * The same mails sent through the outbox, for a backend in this process. Then a sign-up works without the mail server, and the time of an
 * answer does not tell whether an address has an account.
 * @param database where the outbox is, once it is open.
 * @param kept called when a mail was kept.
 */
export function keptAuthMail(database: () => Pick<Database, 'query'>, stored: () => void): EmailDriver {
  return {
    async send({ to, subject, html }) {
      await database().query(
        `insert into public.outbox (template, recipient, profile_id, details)
         values ($1, $2, (select p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = $2),
                 jsonb_build_object('subject', $3::text, 'html', $4::text))`,
        [WRITTEN_OUT, to, subject, existing(html, subject)],
      )
      stored()
    },
  }
}

function existing(html: string | undefined, subject: string): string {
  if (!html) {
    throw new Error(`The mail "${subject}" has no template in supabase/templates`)
  }
  return html
}

/** The text of a mail for programs that show no HTML. */
export async function plainText(html: string): Promise<string> {
  // Loaded for the first of these mails.
  const { convert } = await import('html-to-text')
  return convert(html, {
    wordwrap: 76,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'head', format: 'skip' },
      // Sentences about the button are left out: the text shows its address already.
      { selector: '.html-only', format: 'skip' },
    ],
  })
}
