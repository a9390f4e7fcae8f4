import { wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { isAddress, MAX_LOOKED_UP, readSlugs, type Work } from './works.ts'

type Admin = Pick<CurrentUser, 'client'>

const allWorks = ({ client }: Admin) => client.from('research_materials').select('slug, title, price').is('deleted_at', null)

/**
 * Returns up to ten works that cost something and whose title has every word, last changed first, or those whose
 * addresses were pasted, also former ones. Throws if the backend failed.
 */
export async function findWorks(admin: Admin, search: string): Promise<Work[]> {
  if (isAddress(search)) {
    return getWorks(admin, await getCurrentSlugs(admin, readSlugs(search)))
  }
  const words = wordPatterns(search)
  const query = allWorks(admin).gt('price', 0)
  const found = words.length > 0 ? query.ilikeAllOf('title', words) : query
  return addSellers(admin, (await found.order('updated_at', { ascending: false }).limit(10).throwOnError()).data)
}

/** Returns the works with these slugs, in no order. Throws if the backend failed. */
export async function getWorks(admin: Admin, slugs: readonly string[]): Promise<Work[]> {
  return addSellers(admin, (await allWorks(admin).in('slug', slugs.slice(0, MAX_LOOKED_UP)).throwOnError()).data)
}

async function addSellers({ client }: Admin, works: Pick<Work, 'slug' | 'title' | 'price'>[]): Promise<Work[]> {
  if (works.length === 0) {
    return []
  }
  const { data } = await client.rpc('work_sellers', { slugs: works.map(({ slug }) => slug) }).throwOnError()
  return works.map((work) => {
    const share = data.find(({ slug }) => slug === work.slug)
    return {
      ...work,
      seller: share ? (share.student ?? 'A student') : 'Lamplight',
      // A share without an account is nobody's, so it is not that of another work.
      sellerId: share ? (share.profile_id ?? work.slug) : null,
    }
  })
}

/** Returns the slugs with former ones replaced by those of now. */
async function getCurrentSlugs({ client }: Admin, slugs: readonly string[]): Promise<string[]> {
  const { data } = await client
    .from('former_slugs')
    .select('slug, research_materials (slug)')
    .in('slug', slugs.slice(0, MAX_LOOKED_UP))
    .throwOnError()
  const current = new Map(data.map((former) => [former.slug, former.research_materials?.slug]))
  return slugs.map((slug) => current.get(slug) ?? slug)
}

/** Returns the slugs of the works with these ids, in the order of the ids. Throws if the backend failed. */
export async function getSlugs({ client }: Admin, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) {
    return []
  }
  const { data } = await client
    .from('research_materials')
    .select('id, slug')
    .in('id', [...ids])
    .is('deleted_at', null)
    .throwOnError()
  return ids.flatMap((id) => data.find((work) => work.id === id)?.slug ?? [])
}
