import { type ListAddress, type Page, readPage, searchWords } from '#app/platform/lists/keyset.server.ts'
import type { Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { namesOfPeople } from '../people/names.server.ts'

/** A topic request in the admin list. */
export type RequestLine = {
  id: string
  topic: string
  programme: string | null
  deadline: string | null
  created_at: string
  student: string
}

export const requestParts = ['open', 'answered', 'closed'] as const

const lineColumns = 'id, topic, programme, deadline, created_at, user_id'

/**
 * Returns a page of topic requests: open ones oldest first, the others newest first. The search finds words of the topic
 * and of its student. Throws if the backend failed.
 */
export async function listRequests(admin: CurrentUser, address: ListAddress): Promise<Page<RequestLine>> {
  const words = searchWords(address.search)
  const query =
    words.length > 0
      ? admin.client.rpc('find_topic_requests', { words }).select(lineColumns)
      : admin.client.from('topic_requests').select(lineColumns)
  const page = await readPage(query.eq('request_status', address.show), address, {
    column: 'created_at',
    ascending: address.show === 'open',
  })
  const find = await namesOfPeople(
    admin,
    page.rows.map(({ user_id }) => user_id),
  )
  return {
    ...page,
    rows: page.rows.map(({ user_id, ...request }) => ({ ...request, student: find(user_id)?.name || 'A student' })),
  }
}

/** A topic request with its reply. */
export type RequestRecord = RequestLine & {
  specialty: string | null
  contact: string | null
  request_status: string
  answer: string | null
  answered_at: string | null
  version: string
  profile_id: string
  material: { id: string; title: string; slug: string } | null
}

/** Returns a topic request, or null if it does not exist. Throws if the backend failed. */
export async function findRequest(admin: CurrentUser, id: string): Promise<RequestRecord | null> {
  const { data } = await admin.client
    .from('topic_requests')
    .select(
      'id, topic, programme, specialty, deadline, contact, request_status, answer, answered_at, created_at, updated_at, user_id, research_materials (id, title, slug)',
    )
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!data) {
    return null
  }
  const { user_id, research_materials, updated_at, ...request } = data
  const find = await namesOfPeople(admin, [user_id])
  return {
    ...request,
    student: find(user_id)?.name || 'A student',
    profile_id: user_id,
    version: updated_at,
    material: research_materials,
  }
}

type Answered = Enums['topic_request_decision']

/** Answers a request with a material, a note or both, by email. Throws if the backend rejected the call or failed. */
export async function answerRequest(
  admin: CurrentUser,
  request: string,
  version: string,
  { material, note }: { material: string | null; note: string },
): Promise<Answered> {
  const { data } = await admin.client.rpc('answer_topic_request', { request, version, material, note }).throwOnError()
  return data
}

/** Closes a request without an email. Throws if the backend rejected the call or failed. */
export async function closeRequest(admin: CurrentUser, request: string, version: string): Promise<Answered> {
  const { data } = await admin.client.rpc('close_topic_request', { request, version }).throwOnError()
  return data
}
