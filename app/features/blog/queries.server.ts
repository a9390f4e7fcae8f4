import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { looksLikeSlug, looksLikeUuid } from '#app/platform/pages/keys.ts'
import { getExcerpt } from '#app/platform/text/excerpt.server.ts'
import { cleanHtml } from '#app/platform/text/readable.server.ts'
import { getColumns, type RowOf } from '../console/field-map.ts'
import { postFields } from './fields.ts'

type Stored = RowOf<'blog_posts', typeof postFields> & { updated_at: string }

/** A published post. The excerpt has at most 300 characters, cut at a word (SPEC 9). */
export type PostCard = Omit<Stored, 'post_body'> & { excerpt: string }

/** A post on its page: cleaned HTML, with an id on each heading for the contents. */
export type Post = PostCard & { html: string; contents: { id: string; title: string }[] }

const published = (client: Client) =>
  client
    .from('blog_posts')
    .select(getColumns(postFields, ['updated_at']))
    .not('published_at', 'is', null)

/** Returns all published posts, newest first (SPEC 7). Throws if the backend failed. */
export function listPosts(client: Client): Promise<PostCard[]> {
  return publicCache.get('posts', async () => {
    const { data } = await published(client)
      .order('upload_date', { ascending: false })
      .overrideTypes<Stored[], { merge: false }>()
      .throwOnError()
    return data.map(({ post_body, ...post }) => ({ ...post, excerpt: getExcerpt(post_body) }))
  })
}

/**
 * Returns a published post by slug, or by id if the key looks like one (SPEC 5). Null if it does not exist; throws if
 * the backend failed.
 * @param filesOrigin the origin of its pictures on a hosted backend.
 */
export function findPost(client: Client, key: string, filesOrigin: string): Promise<Post | null> {
  return publicCache.get(`post:${key}`, async () => {
    const column = looksLikeUuid(key) ? 'id' : looksLikeSlug(key) ? 'slug' : null
    if (!column) {
      return null
    }
    const { data } = await published(client)
      .eq(column, key)
      .maybeSingle()
      .overrideTypes<Stored, { merge: false }>()
      .throwOnError()
    if (!data) {
      return null
    }
    const { post_body, ...post } = data
    return { ...post, excerpt: getExcerpt(post_body), ...cleanHtml(post_body, filesOrigin) }
  })
}

/**
 * Returns the current slug of a published post that had this slug before, or null.
 * @throws if the backend failed.
 */
export async function findFormerPost(client: Client, key: string): Promise<string | null> {
  if (!looksLikeSlug(key)) {
    return null
  }
  return publicCache.get(`post:former:${key}`, async () => {
    const { data } = await client
      .from('former_slugs')
      .select('blog_posts(slug)')
      .eq('slug', key)
      .not('post_id', 'is', null)
      .maybeSingle()
      .throwOnError()
    return data?.blog_posts?.slug ?? null
  })
}
