import type { EmailDriver } from '@supabase/lite'
import { convert } from 'html-to-text'
import type { Mailer } from './message.ts'

/**
 * GoTrue's mails (confirmation, new password) through our mailer. Their HTML comes from supabase/templates; the plain text that lite
 * writes leads to an address we do not serve, so the text is taken from the HTML.
 */
export function authMail(mailer: Mailer): EmailDriver {
  return {
    async send({ to, subject, html }) {
      if (!html) {
        throw new Error(`The mail "${subject}" has no template in supabase/templates`)
      }
      await mailer.send({ to, subject, html, text: plainText(html) })
    },
  }
}

/** What a mail says, for programs that show no HTML. */
export function plainText(html: string): string {
  return convert(html, {
    wordwrap: 76,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'head', format: 'skip' },
    ],
  })
}
