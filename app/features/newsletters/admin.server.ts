import { href } from 'react-router'
import type * as v from 'valibot'
import { renderMail } from '#app/emails/templates.ts'
import type { Database, Enums } from '#app/services/database.ts'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { filterByWords, filterDeleted, listRecords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { newsletterFields, newsletterForm } from './fields.ts'

export type NewsletterFigures = Database['public']['Functions']['newsletter_figures']['Returns'][number]

export const newsletterParts = ['all', 'deleted'] as const

/** Returns a page of the newsletters, last changed first, and their number. Throws if the backend failed. */
export const listNewsletters = (admin: CurrentUser, address: ListAddress) =>
  listRecords(admin, 'newsletters', ['subject', 'started_at', 'paused_at', 'finished_at'], address, (query) =>
    filterByWords(filterDeleted(query, address), 'subject', address),
  )

/** Returns the figures of each newsletter. Throws if the backend failed. */
export async function getNewsletterFigures(admin: CurrentUser): Promise<NewsletterFigures[]> {
  return (await admin.client.rpc('newsletter_figures').throwOnError()).data
}

/** Returns a newsletter, or null if it does not exist. Throws if the backend failed. */
export async function findNewsletter(admin: CurrentUser, id: string) {
  const columns = 'subject, body, started_at, paused_at, finished_at, deleted_at'
  return (await admin.client.from('newsletters').select(columns).eq('id', id).maybeSingle().throwOnError()).data
}

/** Renders a newsletter as its test email looks. */
export const renderNewsletter = (text: { subject: string; body: string }, siteUrl: string): string =>
  renderMail('buyer-newsletter', { subject: text.subject, body: text.body, is_test: true }, { siteUrl }).html

/** Emails a newsletter to the admin. Returns false if it does not exist. Throws if the backend failed. */
export async function testNewsletter(admin: CurrentUser, newsletter: string): Promise<boolean> {
  return (await admin.client.rpc('test_newsletter', { newsletter }).throwOnError()).data
}

/**
 * Starts to send the version of a newsletter that the owner saw. `client` belongs to one who has just confirmed their
 * password (`withPasswordAgain`). Throws if the backend failed.
 */
export async function sendNewsletter(
  client: CurrentUser['client'],
  newsletter: string,
  version: string,
): Promise<Enums['newsletter_outcome']> {
  return (await client.rpc('send_newsletter', { newsletter, expected_version: version }).throwOnError()).data
}

/** Pauses or resumes a newsletter. Returns false if that was done before. Throws if the backend failed. */
export async function pauseNewsletter(admin: CurrentUser, newsletter: string, isPaused: boolean): Promise<boolean> {
  return (await admin.client.rpc('pause_newsletter', { newsletter, is_paused: isPaused }).throwOnError()).data
}

/** The admin section of the newsletters. */
export const newsletterAdmin: RecordAdmin<'newsletters', v.InferOutput<typeof newsletterForm>> = {
  table: 'newsletters',
  path: href('/admin/mails/newsletters'),
  noun: 'newsletter',
  fields: newsletterFields,
  schema: newsletterForm,
  cacheKeys: [],
  isShown: () => false,
}
