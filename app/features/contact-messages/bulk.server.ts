import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { GONE, type Recipient } from '../console/bulk-reply.ts'

/** The length of a message's text in the list of recipients. */
const EXCERPT = 80

const name = 'This message'

/** Returns the senders of the selected messages. Throws if the backend failed. */
export async function findSenders(admin: CurrentUser, ids: readonly string[]): Promise<Recipient[]> {
  const find = await readMessages(admin, ids)
  return ids.map((id) => {
    const message = find(id)
    return message
      ? {
          id,
          person: message.sender_email.toLowerCase(),
          name: message.sender_name,
          details: `${message.sender_email} · ${shortened(message.body, EXCERPT)}`,
          reason: message.closed_at === null ? null : closedReason(message),
        }
      : { id, person: '', name, details: '', reason: GONE }
  })
}

/**
 * Answers the selected messages with the same text, each by an email of its own, or closes them if it is empty, all or
 * none. Throws if the backend rejected the call or failed.
 */
export async function closeMessages(admin: CurrentUser, ids: readonly string[], reply: string): Promise<RowOutcome[]> {
  const { data: outcomes } = await admin.client.rpc('close_messages', { messages: [...ids], reply }).throwOnError()
  const find = await readMessages(admin, ids)
  return outcomes.map(({ message: id, outcome }) => {
    const message = find(id)
    return {
      id,
      name: message?.sender_name ?? name,
      reason: outcome === 'ok' ? null : outcome === 'closed' && message ? closedReason(message) : GONE,
    }
  })
}

const closedReason = ({ reply }: { reply: string | null }) => (reply === null ? 'already closed' : 'already answered')

async function readMessages(admin: CurrentUser, ids: readonly string[]) {
  const { data } = await admin.client
    .from('contact_messages')
    .select('id, sender_name, sender_email, body, reply, closed_at')
    .in('id', [...ids])
    .throwOnError()
  const messages = new Map(data.map((message) => [message.id, message]))
  return (id: string) => messages.get(id)
}
