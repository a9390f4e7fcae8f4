import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import type { Database, Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { filterByWords } from '../console/lists.server.ts'

type Tables = Database['public']['Tables']
type Stored = Tables['contact_conversations']['Row']

/** A conversation; `sender_name`, `about` and `body` are those of the person's newest message. */
export type Conversation = Pick<
  Stored,
  'id' | 'email' | 'sender_name' | 'about' | 'body' | 'newest_at' | 'open_since' | 'is_answered' | 'remind_on' | 'reminder_note'
>

/** A conversation in the admin list, with the name of the account that confirmed the address, or null. */
export type ConversationLine = Conversation & { place: number; account: string | null }

/** A message of the person, or our reply. */
export type Message = Pick<
  Tables['contact_messages']['Row'],
  'id' | 'is_reply' | 'sender_name' | 'about' | 'author_id' | 'body' | 'email_id' | 'sent_at' | 'created_at'
>

/** A link of an order that an admin sent again, with the state of its email. */
export type ResentLink = Pick<Tables['outbox']['Row'], 'id' | 'order_id' | 'sent_at' | 'dead_at' | 'last_error' | 'created_at'>

/** Why a reply was not sent: the mail server's reason, and whether it is tried again. */
export type ReplyFailure = { reason: string; isGivenUp: boolean }

export const conversationParts = ['all', 'open', 'closed', 'reminders'] as const

/** The maximum number of messages on the page of a conversation. */
const MAX_MESSAGES = 100

const columns = 'id, email, sender_name, about, body, newest_at, open_since, is_answered, remind_on, reminder_note'

/**
 * Returns a page of conversations: open ones first, the longest waiting on top, then the others, newest first.
 * @throws if the backend failed; so do all functions here.
 */
export async function listConversations(admin: CurrentUser, address: ListAddress): Promise<Page<ConversationLine>> {
  const query = admin.client.from('contact_conversations').select(`${columns}, place`)
  const shown =
    address.show === 'open'
      ? query.not('open_since', 'is', null)
      : address.show === 'closed'
        ? query.is('open_since', null)
        : address.show === 'reminders'
          ? query.not('remind_on', 'is', null)
          : query
  const page = await readPage(filterByWords(shown, 'found_in', address), address, { column: 'place', ascending: true })
  const names = await findAccountNames(
    admin,
    page.rows.map(({ email }) => email),
  )
  return { ...page, rows: page.rows.map((row) => ({ ...row, account: names.get(row.email) ?? null })) }
}

/** Returns the names of the accounts that confirmed these addresses, by address. */
async function findAccountNames(admin: CurrentUser, addresses: string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) {
    return new Map()
  }
  const { data } = await admin.client.rpc('accounts_of_addresses', { addresses }).throwOnError()
  return new Map(data.map(({ address, first_name, last_name }) => [address, `${first_name} ${last_name}`.trim()]))
}

/** Returns a conversation, or null if it does not exist. */
export async function findConversation(admin: CurrentUser, id: string): Promise<Conversation | null> {
  const { data } = await admin.client.from('contact_conversations').select(columns).eq('id', id).maybeSingle().throwOnError()
  return data
}

/** Returns the newest messages of a conversation, oldest first, and whether it has older ones. */
export async function listMessages(
  admin: CurrentUser,
  conversation: string,
): Promise<{ messages: Message[]; hasOlder: boolean }> {
  const { data } = await admin.client
    .from('contact_messages')
    .select('id, is_reply, sender_name, about, author_id, body, email_id, sent_at, created_at')
    .eq('conversation_id', conversation)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(MAX_MESSAGES + 1)
    .throwOnError()
  return { messages: data.slice(0, MAX_MESSAGES).toReversed(), hasOlder: data.length > MAX_MESSAGES }
}

/** Returns why replies were not sent yet, by the id of their email; those that did not fail have none. */
export async function findReplyFailures(
  admin: CurrentUser,
  messages: readonly Pick<Message, 'email_id' | 'sent_at'>[],
): Promise<Record<string, ReplyFailure>> {
  const queued = messages.flatMap(({ email_id, sent_at }) => (email_id !== null && sent_at === null ? [email_id] : []))
  if (queued.length === 0) {
    return {}
  }
  const { data } = await admin.client
    .from('outbox')
    .select('id, last_error, dead_at')
    .in('id', queued)
    .not('last_error', 'is', null)
    .throwOnError()
  return Object.fromEntries(
    data.map(({ id, last_error, dead_at }) => [id, { reason: last_error ?? '', isGivenUp: dead_at !== null }]),
  )
}

/** Returns the newest links of orders that were sent to an address again, of the 30 days for which the outbox stores them. */
export async function findResentLinks(admin: CurrentUser, email: string): Promise<ResentLink[]> {
  const { data } = await admin.client
    .from('outbox')
    .select('id, order_id, sent_at, dead_at, last_error, created_at')
    .eq('recipient', email)
    .eq('template', 'orders-found')
    .not('order_id', 'is', null)
    .order('created_at', { ascending: false })
    .limit(MAX_MESSAGES)
    .throwOnError()
  return data
}

/** Emails a reply. `newestAt` is the time of the newest message that the admin read. */
export async function answerConversation(
  admin: CurrentUser,
  conversation: string,
  reply: string,
  newestAt: string,
): Promise<Enums['message_decision']> {
  const answer = { conversation, reply, expected_newest_at: newestAt }
  return (await admin.client.rpc('answer_conversation', answer).throwOnError()).data
}

/** Closes a conversation without a reply, or opens it again. */
export async function setConversationOpen(
  admin: CurrentUser,
  conversation: string,
  opens: boolean,
): Promise<Enums['message_decision']> {
  const { data } = await admin.client.rpc('set_conversations_open', { conversations: [conversation], opens }).throwOnError()
  return data[0]?.outcome ?? 'gone'
}

/** Sets the day on which Today shows a conversation, and a note for it, or removes the reminder if the day is null. */
export async function setReminder(
  admin: CurrentUser,
  conversation: string,
  remindOn: string | null,
  note: string,
): Promise<Enums['message_decision']> {
  const reminder = { conversation, remind_on: remindOn, note }
  return (await admin.client.rpc('set_conversation_reminder', reminder).throwOnError()).data
}
