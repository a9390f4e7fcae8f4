import * as v from 'valibot'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { isDay } from '#app/platform/text/days.ts'
import { shortened } from '#app/platform/text/strings.ts'
import { filled, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { isPictureDescribed, NO_PICTURE_WORDS, ownPicture, publishAt, slug, ticked } from '#app/platform/forms/record-fields.ts'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import { foreignPicturesIn, markdownHtml, storableHtml } from '#app/platform/text/readable.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { type Counted, countOnly, filterByWords, filterPart, readCounted } from '../console/lists.server.ts'
import { publishing, type RecordAdmin, getState, scheduleField } from '../console/record-action.server.ts'
import { freeSlug } from '../console/slugs.server.ts'

/** A post in the admin list. */
export type PostLine = {
  id: string
  post_title: string
  upload_date: string
  published_at: string | null
  publish_at: string | null
  deleted_at: string | null
  updated_at: string
}

/** Returns a page of posts, last changed first, and their number. Throws if the backend failed. */
export async function listPostLines(admin: CurrentUser, address: ListAddress): Promise<Counted<PostLine>> {
  const posts = () => admin.client.from('blog_posts')
  const rows = posts().select('id, post_title, upload_date, published_at, publish_at, deleted_at, updated_at')
  return readCounted<PostLine>(
    filterByWords(filterPart(rows, address), 'post_title', address),
    filterByWords(filterPart(posts().select('id', countOnly), address), 'post_title', address),
    address,
  )
}

/** The maximum length of the HTML that the table accepts. */
const MAX_HTML = 200_000

/** The admin form of a post. Its text is submitted as Markdown and becomes clean HTML here. */
export const postForm = v.pipe(
  v.object({
    post_title: filled(line(300), 'Give the post a title'),
    sub_title: orNull(line(500)),
    slug: slug(),
    post_body: v.pipe(
      lines(150_000),
      v.check(
        (text) => foreignPicturesIn(markdownHtml(text)).length === 0,
        ({ input }) =>
          `Pictures of other sites are not shown: ${shortened(foreignPicturesIn(markdownHtml(input))[0] ?? '', 80)}. Send the picture itself with the button "Picture", or take it out.`,
      ),
      v.transform((text) => storableHtml(markdownHtml(text))),
      v.check((html) => html.length <= MAX_HTML, 'This is too long for one post. Split it in two.'),
    ),
    image_url: ownPicture(
      'Pictures of other sites are not shown. Send the picture itself: choose its file above and put it at the head.',
    ),
    image_alt: orNull(line(300)),
    upload_date: v.pipe(
      line(10),
      v.transform((day) => day || dayInLagos(new Date())),
      v.check((day) => isDay(day), 'A day, such as 2026-11-20'),
      v.check((day) => day <= dayInLagos(new Date()), 'This day is in the future. Keep the post as a draft until then.'),
    ),
    seo_keywords: orNull(line(1000)),
    publish_at: publishAt(),
    is_sample: ticked(),
  }),
  v.forward(v.partialCheck([['image_url'], ['image_alt']], isPictureDescribed, NO_PICTURE_WORDS), ['image_alt']),
)
export type PostForm = v.InferOutput<typeof postForm>

/** The admin section of the posts. */
export const postAdmin: RecordAdmin<'blog_posts', PostForm> = {
  table: 'blog_posts',
  path: '/admin/catalogue/posts',
  noun: 'post',
  schema: postForm,
  unique: { field: 'slug', reason: 'Another post has this address. Change it, or leave it empty.' },
  labels: {
    post_title: 'Title',
    sub_title: 'Subtitle',
    slug: 'Address',
    post_body: 'Text',
    image_url: 'Picture at the head',
    image_alt: 'What the picture shows',
    upload_date: 'Date',
    seo_keywords: 'Keywords',
    publish_at: 'Publish later',
    is_sample: 'Sample',
  },
  duplicate: { name: 'post_title', without: ['slug'] },
  async row(values, admin, id) {
    return {
      ...values,
      // The day is stored as noon in Lagos, so that it is the same day in other time zones.
      upload_date: `${values.upload_date}T12:00:00+01:00`,
      slug: values.slug || (await freeSlug(admin, 'blog_posts', values.post_title, id)),
    }
  },
  show: publishing,
  cacheKeys: ['posts', 'post:', 'sitemap', 'search:'],
  async read(admin, id) {
    const { data } = await admin.client
      .from('blog_posts')
      .select(
        'post_title, sub_title, slug, post_body, image_url, image_alt, upload_date, seo_keywords, is_sample, published_at, publish_at, deleted_at, updated_at',
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) {
      return null
    }
    const { published_at, publish_at, deleted_at, updated_at, upload_date, post_body, is_sample, ...texts } = data
    // Loaded when the first post is edited, because turndown brings a whole DOM.
    const { getMarkdown } = await import('#app/platform/text/markdown-of-html.server.ts')
    return {
      fields: {
        ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])),
        post_body: getMarkdown(post_body),
        upload_date: dayInLagos(new Date(upload_date)),
        is_sample: is_sample ? 'on' : '',
        publish_at: scheduleField(publish_at),
      },
      ...getState({ published_at, deleted_at, updated_at }),
    }
  },
}

/** The actions on selected posts. */
export const postBulk: BulkRecords<'blog_posts'> = {
  resource: postAdmin,
  name: 'post_title',
  columns: ['published_at'],
  publish: publishedBulk,
}
