import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { GONE, type Recipient } from '../console/bulk-reply.ts'
import { namesOfPeople } from '../people/names.server.ts'
import { closeRequest } from './admin.server.ts'

const name = 'This request'

/** Returns the students of the selected topic requests. Throws if the backend failed. */
export async function findAskers(admin: CurrentUser, ids: readonly string[]): Promise<Recipient[]> {
  const requests = await readRequests(admin, ids)
  const findName = await namesOfPeople(
    admin,
    [...requests.values()].map(({ user_id }) => user_id),
  )
  return ids.map((id) => {
    const request = requests.get(id)
    return request
      ? {
          id,
          person: request.user_id,
          name: request.topic,
          details: findName(request.user_id)?.name || 'A student',
          reason: getReason(request),
        }
      : { id, person: '', name, details: '', reason: GONE }
  })
}

/**
 * Answers the selected topic requests with the same note, each by an email of its own, all or none. Throws if the backend
 * rejected the call or failed.
 */
export async function answerRequests(admin: CurrentUser, ids: readonly string[], note: string): Promise<RowOutcome[]> {
  const { data: outcomes } = await admin.client.rpc('answer_topic_requests', { requests: [...ids], note }).throwOnError()
  const requests = await readRequests(admin, ids)
  return outcomes.map(({ request: id, outcome }) => {
    const request = requests.get(id)
    return {
      id,
      name: request?.topic ?? name,
      reason: outcome === 'ok' ? null : request ? (getReason(request) ?? changedAtOnce) : GONE,
    }
  })
}

/** Closes the selected topic requests without an answer. Throws if the backend rejected a call or failed. */
export async function closeRequests(admin: CurrentUser, ids: readonly string[]): Promise<RowOutcome[]> {
  const requests = await readRequests(admin, ids)
  const outcomes: RowOutcome[] = []
  for (const id of ids) {
    const request = requests.get(id)
    outcomes.push({ id, name: request?.topic ?? name, reason: request ? await close(request) : GONE })
  }
  return outcomes

  async function close(request: SelectedRequest): Promise<string | null> {
    const reason = getReason(request)
    if (reason !== null) {
      return reason
    }
    const outcome = await closeRequest(admin, request.id, request.updated_at)
    return outcome === 'ok' ? null : changedAtOnce
  }
}

const changedAtOnce = 'someone changed it in the same moment'

type SelectedRequest = { id: string; topic: string; request_status: string; user_id: string; updated_at: string }

/** Returns why a request is neither answered nor closed now, or null. */
const getReason = ({ request_status }: SelectedRequest) => (request_status === 'open' ? null : `already ${request_status}`)

async function readRequests(admin: CurrentUser, ids: readonly string[]): Promise<Map<string, SelectedRequest>> {
  const { data } = await admin.client
    .from('topic_requests')
    .select('id, topic, request_status, user_id, updated_at')
    .in('id', [...ids])
    .throwOnError()
  return new Map(data.map((request) => [request.id, request]))
}
