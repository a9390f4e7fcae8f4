import { href } from 'react-router'
import * as v from 'valibot'
import { filled, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { isPictureDescribed, NO_PICTURE_WORDS } from '#app/platform/forms/record-fields.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { isDay } from '#app/platform/text/days.ts'
import { foreignPicturesIn, markdownHtml, storableHtml } from '#app/platform/text/readable.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import { addressBelow, getSchema, pictureFields, publishLater, type RecordFields, sampleContent } from '../console/field-map.ts'

/** The maximum length of the HTML that the table accepts. */
const MAX_HTML = 200_000

const section = 'Date, keywords and address'

export const postFields = {
  post_title: { schema: filled(line(300), 'Give the post a title'), kind: 'area', label: 'Title', rows: 2 },
  sub_title: {
    schema: orNull(line(500)),
    label: 'Subtitle',
    hint: 'One sentence. Search engines show its first 160 characters.',
  },
  // Submitted as Markdown, stored as clean HTML.
  post_body: {
    schema: v.pipe(
      lines(150_000),
      v.check(
        (text) => foreignPicturesIn(markdownHtml(text)).length === 0,
        ({ input }) =>
          `Pictures of other sites are not shown: ${shortened(foreignPicturesIn(markdownHtml(input))[0] ?? '', 80)}. Send the picture itself with the button "Picture", or take it out.`,
      ),
      v.transform((text) => storableHtml(markdownHtml(text))),
      v.check((html) => html.length <= MAX_HTML, 'This is too long for one post. Split it in two.'),
    ),
    label: 'Text',
    hint: '## makes a heading, a blank line a new paragraph. Some parts are HTML because Markdown cannot say them; leave them as they are.',
    optional: false,
  },
  ...pictureFields(
    'Picture at the head',
    'Pictures of other sites are not shown. Send the picture itself: choose its file above and put it at the head.',
  ),
  upload_date: {
    schema: v.pipe(
      line(10),
      v.transform((day) => day || dayInLagos(new Date())),
      v.check((day) => isDay(day), 'A day, such as 2026-11-20'),
      v.check((day) => day <= dayInLagos(new Date()), 'This day is in the future. Keep the post as a draft until then.'),
      // Noon in Lagos, so that it is the same day in other time zones.
      v.transform((day) => `${day}T12:00:00+01:00`),
    ),
    label: 'Date',
    type: 'date',
    hint: 'Shown above the post. The newest post comes first.',
    optional: false,
    section,
    format: (moment: string) => dayInLagos(new Date(moment)),
  },
  seo_keywords: { schema: orNull(line(1000)), label: 'Keywords', hint: 'Put commas between them.', beside: true, section },
  slug: { ...addressBelow(href('/blog')), section },
  is_sample: { ...sampleContent, section },
  publish_at: publishLater,
} satisfies RecordFields<'blog_posts'>

/** The admin form of a post. */
export const postForm = v.pipe(
  getSchema(postFields),
  v.forward(v.partialCheck([['image_url'], ['image_alt']], isPictureDescribed, NO_PICTURE_WORDS), ['image_alt']),
)
export type PostForm = v.InferOutput<typeof postForm>
