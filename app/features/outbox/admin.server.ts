import { type ListAddress, type Page, readPage, wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** An email of the outbox, without its content. */
export type EmailLine = {
  id: string
  template: string
  recipient: string
  /** The recipient's profile; null for an address without an account. */
  profile_id: string | null
  attempts: number
  next_attempt_at: string
  sent_at: string | null
  dead_at: string | null
  last_error: string | null
  created_at: string
}

/** The parts of the list. failed: given up, or refused at the last attempt. */
export const emailParts = ['all', 'failed', 'waiting', 'sent'] as const

const columns = 'id, template, recipient, profile_id, attempts, next_attempt_at, sent_at, dead_at, last_error, created_at'

/** Returns a page of emails, newest first. The search matches addresses. Throws if the backend failed. */
export async function listEmails(admin: CurrentUser, address: ListAddress): Promise<Page<EmailLine>> {
  let query = admin.client.from('outbox').select(columns)
  switch (address.show) {
    case 'failed':
      query = query.is('sent_at', null).not('last_error', 'is', null)
      break
    case 'waiting':
      query = query.is('sent_at', null).is('dead_at', null)
      break
    case 'sent':
      query = query.not('sent_at', 'is', null)
      break
    default:
  }
  const words = wordPatterns(address.search)
  if (words.length > 0) {
    query = query.ilikeAllOf('recipient', words)
  }
  return readPage(query, address, { column: 'created_at', ascending: false })
}

/** Makes an email due again that was given up. False if it was done before, or it is gone. Throws if the backend failed. */
export async function retryEmail(admin: CurrentUser, email: string): Promise<boolean> {
  const { data } = await admin.client.rpc('retry_email', { email_id: email }).throwOnError()
  return data
}
