import type { ReactNode } from 'react'
import * as v from 'valibot'
import { renderEmail } from './layout.tsx'

/** The site that a mail leads to. */
export type MailSite = { siteUrl: string }
export type Mail = { subject: string; html: string }
export type Template = (details: unknown, site: MailSite) => Mail

/**
 * A mail of the outbox: what `details` its cause wrote down (the `queue_mail` of the migrations), and how they are said. The subject may hold
 * what people typed: it is one line of at most 150 letters in any case.
 */
export function template<const Details extends v.GenericSchema>(
  details: Details,
  write: (details: v.InferOutput<Details>, site: MailSite) => { subject: string; body: ReactNode },
): Template {
  return (given, site) => {
    const { subject, body } = write(v.parse(details, given), site)
    const line = subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 150)
    return { subject: line, html: renderEmail(line, body) }
  }
}
