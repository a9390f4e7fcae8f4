import { wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { MAX_LOOKED_UP, readSlugs, type Work } from './works.ts'

const allWorks = (admin: Pick<CurrentUser, 'client'>) =>
  admin.client.from('research_materials').select('slug, title, price').is('deleted_at', null)

/**
 * Returns up to ten works that cost something and whose title has every word, last changed first, or the one whose
 * address was pasted. Throws if the backend failed.
 */
export async function findWorks(admin: Pick<CurrentUser, 'client'>, search: string): Promise<Work[]> {
  const words = wordPatterns(search)
  const query = allWorks(admin).gt('price', 0)
  const found = search.includes('/')
    ? query.in('slug', readSlugs(search))
    : words.length > 0
      ? query.ilikeAllOf('title', words)
      : query
  return (await found.order('updated_at', { ascending: false }).limit(10).throwOnError()).data
}

/** Returns the works with these slugs, in no order. Throws if the backend failed. */
export async function getWorks(admin: Pick<CurrentUser, 'client'>, slugs: readonly string[]): Promise<Work[]> {
  return (await allWorks(admin).in('slug', slugs.slice(0, MAX_LOOKED_UP)).throwOnError()).data
}
