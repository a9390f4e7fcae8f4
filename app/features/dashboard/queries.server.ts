import { href } from 'react-router'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** A topic that the student asked for. Times in UTC. */
export type OwnTopicRequest = {
  id: string
  topic: string
  request_status: string
  created_at: string
  answered_at: string | null
  answer: string | null
  /** The material that answers it, if it is still in the shop. */
  material: { slug: string; title: string } | null
}

/** Returns the user's topic requests, newest first. Throws if the backend failed. */
export async function ownTopicRequests(user: CurrentUser, profileId: string): Promise<OwnTopicRequest[]> {
  const { data } = await user.client
    .from('topic_requests')
    .select('id, topic, request_status, created_at, answered_at, answer, material:research_materials (slug, title)')
    .eq('user_id', profileId)
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

/** Returns the addresses of the user's published materials by upload id. Throws if the backend failed. */
export async function ownPublicPages(user: CurrentUser, profileId: string): Promise<Map<string, string>> {
  const { data } = await user.client
    .from('material_shares')
    .select('upload_id, created_at, material:research_materials!inner (slug)')
    .eq('profile_id', profileId)
    .not('upload_id', 'is', null)
    .order('created_at', { ascending: false })
    .throwOnError()
  return new Map(data.map(({ upload_id, material }) => [upload_id ?? '', href('/material/:key', { key: material.slug })]))
}
