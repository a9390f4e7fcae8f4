import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import type { TopicRequest } from './schema.ts'

/**
 * Stores a student's request for a topic under their profile.
 * @throws 'User profile not found', or if the backend rejected it or failed.
 */
export async function requestTopic(user: CurrentUser, request: TopicRequest): Promise<void> {
  const profile = await ownProfile(user)
  if (!profile) {
    throw new Error('User profile not found')
  }
  const { topic, programme, specialty, deadline, contact } = request
  await user.client
    .from('topic_requests')
    .insert({ user_id: profile.id, topic, programme, specialty, deadline, contact })
    .throwOnError()
}
