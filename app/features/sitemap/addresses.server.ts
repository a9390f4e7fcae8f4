import { href } from 'react-router'
import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { getListedPages } from '../shell/links.ts'

/** A public page, with the time of its last change if it is a record. */
export type Address = { path: string; changed: string | null }

/**
 * Returns the number of sitemap parts of ten thousand addresses that the materials fill.
 * @throws if the backend failed.
 */
export function materialParts(client: Client): Promise<number> {
  return publicCache.get('sitemap:parts', async () => (await client.rpc('sitemap_parts').throwOnError()).data)
}

/**
 * Returns the published materials of one part, counted from 1.
 * @throws if the backend failed.
 */
export function materialAddresses(client: Client, part: number): Promise<Address[]> {
  return publicCache.get(`sitemap:materials:${part}`, async () => {
    const { data } = await client.rpc('sitemap_materials', { part }).single().throwOnError()
    const { slugs, changed } = data
    return slugs.map((slug, at) => ({ path: href('/material-preview/:key', { key: slug }), changed: changed[at] ?? null }))
  })
}

/**
 * Returns the public pages and every published service, course and post.
 * @throws if the backend failed.
 */
export function pageAddresses(client: Client): Promise<Address[]> {
  return publicCache.get('sitemap:pages', async () => {
    const [services, courses, posts] = await Promise.all([
      client.from('writing_services').select('id, updated_at').not('published_at', 'is', null).order('id').throwOnError(),
      client.from('courses').select('id, updated_at').eq('status', 'active').order('id').throwOnError(),
      client.from('blog_posts').select('slug, updated_at').not('published_at', 'is', null).order('id').throwOnError(),
    ])
    return [
      ...getListedPages().map((path) => ({ path, changed: null })),
      ...services.data.map(({ id, updated_at }) => ({ path: href('/service-details/:id', { id }), changed: updated_at })),
      ...courses.data.map(({ id, updated_at }) => ({ path: href('/course-details/:id', { id }), changed: updated_at })),
      ...posts.data.map(({ slug, updated_at }) => ({ path: href('/blog/:key', { key: slug }), changed: updated_at })),
    ]
  })
}
