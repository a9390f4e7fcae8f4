import { getSlug } from '#app/platform/pages/keys.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/**
 * Generates a unique slug from a title: the title's own slug, or with the first free number after it.
 * @param id the record, which may retain its own slug; undefined for a new one.
 * @throws if the backend failed.
 */
export async function freeSlug(
  admin: CurrentUser,
  table: 'research_materials' | 'blog_posts',
  title: string,
  id: string | undefined,
): Promise<string> {
  // A title without a Latin letter still needs an address.
  const wanted = getSlug(title) || 'untitled'
  const { data } = await admin.client
    .from(table as 'research_materials')
    .select('id, slug')
    // Quoted, because the embedded backend reads a bare true or null of eq as a value of another type.
    .or(`slug.in.("${wanted}"),slug.like.${wanted}-*`)
    .throwOnError()
  const taken = new Set(data.flatMap((row) => (row.id === id ? [] : [row.slug])))
  let free = wanted
  for (let number = 2; taken.has(free); number += 1) {
    free = `${wanted}-${number}`
  }
  return free
}
