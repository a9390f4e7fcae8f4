import type { ReactNode } from 'react'
import * as v from 'valibot'
import { renderEmail } from './layout.tsx'
import { cutText } from '#app/platform/text/safe-text.ts'

/** The site that an email links to. */
export type MailSite = { siteUrl: string }
/** An email. `unsubscribe`: the address at which its reader ends such emails, also by a POST (RFC 8058). */
export type Mail = { subject: string; html: string; unsubscribe?: string }
export type Template = (details: unknown, site: MailSite) => Mail

/**
 * Builds an email template: the schema of its `details` (from `queue_email` in the migrations) and its text. The
 * subject may contain submitted text, so it is cut to one line of at most 150 characters.
 */
export function template<const Details extends v.GenericSchema>(
  details: Details,
  write: (details: v.InferOutput<Details>, site: MailSite) => { subject: string; body: ReactNode; unsubscribe?: string },
): Template {
  return (input, site) => {
    const { subject, body, unsubscribe } = write(v.parse(details, input), site)
    const line = cutText(subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), 150)
    return { subject: line, html: renderEmail(line, body), ...(unsubscribe !== undefined && { unsubscribe }) }
  }
}
