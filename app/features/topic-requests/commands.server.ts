import type { Person } from '#app/platform/session/session.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import type { TopicRequest } from './schema.ts'

/**
 * Stores a student's request for a topic under their profile.
 * @throws 'User profile not found', or when the backend refused or failed.
 */
export async function requestTopic(person: Person, request: TopicRequest): Promise<void> {
  const profile = await ownProfile(person)
  if (!profile) {
    throw new Error('User profile not found')
  }
  const { topic, programme, specialty, deadline, contact } = request
  await person.client
    .from('topic_requests')
    .insert({ user_id: profile.id, topic, programme, specialty, deadline, contact })
    .throwOnError()
}
