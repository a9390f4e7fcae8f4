import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { closeRequest } from './admin.server.ts'

/** Closes the selected topic requests without an answer. Throws if the backend rejected a call or failed. */
export async function closeRequests(admin: CurrentUser, ids: readonly string[]): Promise<RowOutcome[]> {
  const { data } = await admin.client
    .from('topic_requests')
    .select('id, topic, request_status, updated_at')
    .in('id', [...ids])
    .throwOnError()
  const outcomes: RowOutcome[] = []
  for (const id of ids) {
    const request = data.find((row) => row.id === id)
    outcomes.push({ id, name: request?.topic ?? 'This request', reason: await close(request) })
  }
  return outcomes

  async function close(request: (typeof data)[number] | undefined): Promise<string | null> {
    if (!request) {
      return 'it is gone'
    }
    if (request.request_status !== 'open') {
      return `already ${request.request_status}`
    }
    const outcome = await closeRequest(admin, request.id, request.updated_at)
    return outcome === 'ok' ? null : 'someone changed it in the same moment'
  }
}
