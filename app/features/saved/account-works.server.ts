import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { maxWorks, type SavedWork } from './saved-works.ts'

/** Returns the works in the user's account, newest first. Throws if the backend failed. */
export async function accountWorks({ client }: CurrentUser): Promise<SavedWork[]> {
  const { data } = await client
    .from('saved_works')
    .select('place, material:research_materials!inner (slug, title)')
    .order('place', { ascending: false })
    .throwOnError()
  return data.map(({ material }) => ({ slug: material.slug, title: material.title }))
}

/** The code with which row security refuses a row. */
const NOT_ALLOWED = '42501'

/**
 * Saves published works in the user's account, newest first; unknown ones are left out.
 * @returns false if row security refused: the user has signed out, or a work was unpublished, since the request began.
 * @throws if the backend failed.
 */
export async function saveWorks({ client }: Pick<CurrentUser, 'client'>, slugs: readonly string[]): Promise<boolean> {
  const ids = slugs.length > 0 ? await findIds(client, slugs.slice(0, maxWorks.saved)) : []
  if (ids.length === 0) {
    return true
  }
  const { error } = await client.from('saved_works').upsert(
    ids.toReversed().map((material_id) => ({ material_id })),
    { onConflict: 'profile_id,material_id', ignoreDuplicates: true },
  )
  if (error && error.code !== NOT_ALLOWED) {
    throw error
  }
  return !error
}

/** Removes a work from the user's account. Throws if the backend failed. */
export async function removeSavedWork({ client }: CurrentUser, slug: string): Promise<void> {
  const [id] = await findIds(client, [slug])
  if (id !== undefined) {
    await client.from('saved_works').delete().eq('material_id', id).throwOnError()
  }
}

/** Removes all works from the user's account. Row security leaves those of others. Throws if the backend failed. */
export async function removeSavedWorks({ client }: CurrentUser): Promise<void> {
  await client.from('saved_works').delete().not('material_id', 'is', null).throwOnError()
}

async function findIds(client: CurrentUser['client'], slugs: readonly string[]): Promise<string[]> {
  const { data } = await client
    .from('research_materials')
    .select('id, slug')
    .in('slug', [...slugs])
    .not('published_at', 'is', null)
    .throwOnError()
  return data.toSorted((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug)).map(({ id }) => id)
}
