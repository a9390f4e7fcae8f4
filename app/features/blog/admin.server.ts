import { href } from 'react-router'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { filterByWords, filterPart, type LineOf, listRecords } from '../console/lists.server.ts'
import { publishing, type RecordAdmin } from '../console/record-action.server.ts'
import { freeSlug } from '../console/slugs.server.ts'
import { postFields, postForm, type PostForm } from './fields.ts'

/** Returns a page of posts, last changed first, and their number. Throws if the backend failed. */
export const listPostLines = (admin: CurrentUser, address: ListAddress) =>
  listRecords(admin, 'blog_posts', ['post_title', 'upload_date', 'published_at', 'publish_at'], address, (query) =>
    filterByWords(filterPart(query, address), 'post_title', address),
  )
export type PostLine = LineOf<typeof listPostLines>

/** The admin section of the posts. */
export const postAdmin: RecordAdmin<'blog_posts', PostForm> = {
  table: 'blog_posts',
  path: href('/admin/catalogue/posts'),
  noun: 'post',
  fields: postFields,
  schema: postForm,
  unique: { field: 'slug', reason: 'Another post has this address. Change it, or leave it empty.' },
  duplicate: 'post_title',
  async row(values, admin, id) {
    return { ...values, slug: values.slug || (await freeSlug(admin, 'blog_posts', values.post_title, id)) }
  },
  show: publishing,
  cacheKeys: ['posts', 'post:', 'sitemap', 'search:'],
  async convert(values) {
    // Loaded when the first post is edited, because turndown brings a whole DOM.
    const { getMarkdown } = await import('#app/platform/text/markdown-of-html.server.ts')
    return { ...values, post_body: getMarkdown(values.post_body) }
  },
}

/** The actions on selected posts. */
export const postBulk: BulkRecords<'blog_posts'> = {
  resource: postAdmin,
  name: 'post_title',
  columns: ['published_at'],
  publish: publishedBulk,
}
