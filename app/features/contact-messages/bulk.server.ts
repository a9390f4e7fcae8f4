import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { GONE, MAX_REPLY, type Recipient } from '../console/bulk-reply.ts'
import { fillName } from './reply-text.ts'
import type { Enums } from '#app/services/database.ts'

/** The length of a message's text in the list of recipients. */
const EXCERPT = 80

const name = 'This conversation'

/** Returns the people of the selected conversations. Throws if the backend failed. */
export async function findSenders(admin: CurrentUser, ids: readonly string[]): Promise<Recipient[]> {
  const find = await readConversations(admin, ids)
  return ids.map((id) => {
    const conversation = find(id)
    return conversation
      ? {
          id,
          person: conversation.email,
          name: conversation.sender_name,
          details: `${conversation.email} · ${shortened(conversation.body, EXCERPT)}`,
          reason: conversation.open_since === null ? closedReason(conversation) : null,
          changedAt: conversation.newest_at,
        }
      : { id, person: '', name, details: '', reason: GONE }
  })
}

/**
 * Answers the selected conversations with the same text, each by an email of its own that greets the person, all or none.
 * Those with a message after `seenUntil` get none. Returns a sentence if the text is too long with a name. Throws if the
 * backend rejected the call or failed.
 */
export async function answerConversations(
  admin: CurrentUser,
  ids: readonly string[],
  reply: string,
  seenUntil: string,
): Promise<RowOutcome[] | string> {
  const find = await readConversations(admin, ids)
  const replies = ids.map((id) => fillName(reply, find(id)?.sender_name ?? ''))
  const excess = Math.max(...replies.map((filled) => filled.length)) - MAX_REPLY
  if (excess > 0) {
    return `With the longest name it is too long: remove ${excess === 1 ? 'a character' : `${excess} characters`}`
  }
  const { data } = await admin.client
    .rpc('answer_conversations', { conversations: [...ids], replies, seen_until: seenUntil })
    .throwOnError()
  return describeOutcomes(admin, data)
}

/**
 * Closes the selected conversations without a reply, or opens them again, all or none. Throws if the backend rejected the
 * call or failed.
 */
export async function setConversationsOpen(admin: CurrentUser, ids: readonly string[], opens: boolean): Promise<RowOutcome[]> {
  const { data } = await admin.client.rpc('set_conversations_open', { conversations: [...ids], opens }).throwOnError()
  return describeOutcomes(admin, data)
}

async function describeOutcomes(
  admin: CurrentUser,
  outcomes: readonly { conversation: string; outcome: Enums['message_decision'] }[],
): Promise<RowOutcome[]> {
  const find = await readConversations(
    admin,
    outcomes.map(({ conversation }) => conversation),
  )
  return outcomes.map(({ conversation: id, outcome }) => {
    const conversation = find(id)
    const reasons: Record<Enums['message_decision'], string | null> = {
      ok: null,
      settled: conversation ? closedReason(conversation) : GONE,
      changed: 'wrote again',
      gone: GONE,
    }
    return { id, name: conversation?.sender_name ?? name, reason: reasons[outcome] }
  })
}

const closedReason = ({ open_since, is_answered }: { open_since: string | null; is_answered: boolean }) =>
  open_since !== null ? 'already open' : is_answered ? 'already answered' : 'already closed'

async function readConversations(admin: CurrentUser, ids: readonly string[]) {
  const { data } = await admin.client
    .from('contact_conversations')
    .select('id, sender_name, email, body, newest_at, open_since, is_answered')
    .in('id', [...ids])
    .throwOnError()
  const conversations = new Map(data.map((conversation) => [conversation.id, conversation]))
  return (id: string) => conversations.get(id)
}
