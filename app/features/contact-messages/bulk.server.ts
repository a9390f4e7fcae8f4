import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { closeMessage } from './admin.server.ts'

const reasons = { ok: null, closed: 'already closed', gone: 'it is gone' } as const

/** Closes the selected messages without a reply. Throws if the backend rejected a call or failed. */
export async function closeMessages(admin: CurrentUser, ids: readonly string[]): Promise<RowOutcome[]> {
  const { data } = await admin.client
    .from('contact_messages')
    .select('id, sender_name')
    .in('id', [...ids])
    .throwOnError()
  const outcomes: RowOutcome[] = []
  for (const id of ids) {
    outcomes.push({
      id,
      name: data.find((row) => row.id === id)?.sender_name ?? 'This message',
      reason: reasons[await closeMessage(admin, id, '')],
    })
  }
  return outcomes
}
