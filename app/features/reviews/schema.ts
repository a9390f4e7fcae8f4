import * as v from 'valibot'
import { filled, httpsLink, line, lines, naira, orNull, wholeNumber } from '../../platform/form-fields.ts'
import { materialCategories } from '../materials/categories.ts'

const share = v.pipe(
  wholeNumber(0, 100, 'A whole number from 0 to 100'),
  v.check((percent) => percent !== null, 'A whole number from 0 to 100'),
  v.transform((percent) => percent ?? 0),
)

/** What approving sets: the material as it will stand on the marketplace. Price in naira, share in percent. */
export const approval = v.object({
  title: filled(line(400), 'Give it a title'),
  category: v.picklist(
    materialCategories.map(({ stored }) => stored),
    'Choose a category',
  ),
  subject_area: line(100),
  price: naira(),
  share_percent: share,
  selar_link: httpsLink(),
  slug: v.pipe(
    line(200),
    v.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Small letters, digits and single hyphens, such as hand-hygiene-on-wards'),
  ),
  pages: wholeNumber(1, 10_000, 'A whole number, such as 54'),
  year_of_study: wholeNumber(1950, 2100, 'A year, such as 2024'),
  chapter_one_preview: orNull(lines(100_000)),
  note: orNull(lines(5000)),
})
export type Approval = v.InferOutput<typeof approval>

/** What the student is told when a change is asked for, or the work is not taken. */
export const note = v.object({ note: filled(lines(5000), 'Say it in a sentence: the student reads it') })
