import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import type { Database, Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { filterByWords } from '../console/lists.server.ts'

type Message = Database['public']['Tables']['contact_messages']['Row']

/** A message in the admin list. */
export type MessageLine = Pick<Message, 'id' | 'sender_name' | 'sender_email' | 'about' | 'body' | 'created_at'>

/** Why a reply was not sent: the mail server's reason, and whether it is tried again. */
export type ReplyFailure = { reason: string; isGivenUp: boolean }

export const messageParts = ['open', 'closed'] as const

/** Returns a page of messages: open ones oldest first, closed ones newest first. Throws if the backend failed. */
export async function listMessages(admin: CurrentUser, address: ListAddress): Promise<Page<MessageLine>> {
  const isOpen = address.show === 'open'
  const query = admin.client.from('contact_messages').select('id, sender_name, sender_email, about, body, created_at')
  const shown = isOpen ? query.is('closed_at', null) : query.not('closed_at', 'is', null)
  return readPage(filterByWords(shown, 'found_in', address), address, { column: 'created_at', ascending: isOpen })
}

/** Returns a message, or null if it does not exist. Throws if the backend failed. */
export async function findMessage(admin: CurrentUser, id: string): Promise<Message | null> {
  const { data } = await admin.client.from('contact_messages').select().eq('id', id).maybeSingle().throwOnError()
  return data
}

/** Returns why the email with a reply was not sent yet, or null if no attempt failed. Throws if the backend failed. */
export async function findReplyFailure(admin: CurrentUser, email: string): Promise<ReplyFailure | null> {
  const { data } = await admin.client
    .from('outbox')
    .select('last_error, dead_at')
    .eq('id', email)
    .not('last_error', 'is', null)
    .maybeSingle()
    .throwOnError()
  return data && { reason: data.last_error ?? '', isGivenUp: data.dead_at !== null }
}

/**
 * Answers a message by email, or closes it if the reply is empty.
 * @returns ok, closed (another admin decided first) or gone.
 * @throws if the backend rejected the call or failed.
 */
export async function closeMessage(admin: CurrentUser, message: string, reply: string): Promise<Enums['message_decision']> {
  const { data } = await admin.client.rpc('close_message', { message, reply }).throwOnError()
  return data
}
