import { href } from 'react-router'
import type { Client } from '#app/services/backend.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import type { Kind } from './labels.ts'

/** The reported item: a material with its title, or a comment with its text. */
export type Thing = {
  kind: Kind
  id: string
  title: string
  /** The page of the material. */
  page: string
  comment: { body: string; author: string } | null
}

/**
 * Returns the item that the form's address names (?material=<id> or ?comment=<id>), or null if visitors cannot see it.
 * `client` is a visitor's. Throws if the backend failed.
 */
export async function findThing(client: Client, parameters: URLSearchParams): Promise<Thing | null> {
  const comment = parameters.get('comment')
  const material = parameters.get('material')
  if (comment !== null && looksLikeUuid(comment)) {
    const { data } = await client
      .from('material_comments')
      .select('id, body, author_name, research_materials (title, slug)')
      .eq('id', comment)
      .eq('comment_status', 'shown')
      .maybeSingle()
      .throwOnError()
    return data?.research_materials
      ? {
          kind: 'comment',
          id: data.id,
          title: data.research_materials.title,
          page: readPage(data.research_materials.slug),
          comment: { body: data.body, author: data.author_name || 'A student' },
        }
      : null
  }
  if (material !== null && looksLikeUuid(material)) {
    const { data } = await client
      .from('research_materials')
      .select('id, title, slug')
      .eq('id', material)
      .maybeSingle()
      .throwOnError()
    return data && { kind: 'material', id: data.id, title: data.title, page: readPage(data.slug), comment: null }
  }
  return null
}

const readPage = (slug: string) => href('/material-preview/:key', { key: slug })

/** Returns the time of this user's report of the item, if it is still open. Throws if the backend failed. */
export async function getOpenReport(user: CurrentUser, { id }: Thing): Promise<string | null> {
  const profile = await ownProfile(user)
  if (!profile) {
    return null
  }
  const { data } = await user.client
    .from('reports')
    .select('created_at')
    .eq('target', id)
    // Needed because admins may read all reports.
    .eq('profile_id', profile.id)
    .is('settled_at', null)
    .maybeSingle()
    .throwOnError()
  return data?.created_at ?? null
}
