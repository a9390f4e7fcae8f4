import * as v from 'valibot'
import { filled, filledNumber, line, lines, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { httpsLink, naira, slug, ticked } from '#app/platform/forms/record-fields.ts'
import { materialCategories } from '../materials/categories.ts'
import { getSchema } from '../console/field-map.ts'
import { materialFormats } from '../materials/labels.ts'
import {
  hasReferences,
  hasPreviewSection,
  NO_REFERENCES,
  NO_PREVIEW_TEXT,
  previewSectionField,
  studyFields,
} from '../materials/study-fields.ts'

const PERCENT = 'A whole number from 0 to 100'

/** The version of the review that the page showed. An invalid one matches none, so that the upload counts as changed. */
const version = v.fallback(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.toNumber()), -1)

/** The form that reopens a review. */
export const reopening = v.object({ version })

/** The form of an approval: the material as the marketplace will show it. Price in naira, share in percent. */
export const approval = v.pipe(
  v.object({
    title: filled(line(400), 'Give it a title'),
    category: v.picklist(
      materialCategories.map(({ stored }) => stored),
      'Choose a category',
    ),
    subject_area: line(100),
    // An empty price must not mean free.
    price: naira('Give it a price; 0 is Free'),
    share_percent: filledNumber(wholeNumber(0, 100, PERCENT), PERCENT),
    selar_link: httpsLink(),
    sold_here: ticked(),
    slug: slug(),
    pages: wholeNumber(1, 10_000, 'A whole number, such as 54'),
    year_of_study: wholeNumber(1950, 2100, 'A year, such as 2024'),
    chapter_one_preview: orNull(lines(100_000)),
    format: v.picklist(materialFormats, 'Choose what the file is'),
    preview_section: previewSectionField.schema,
    ...getSchema(studyFields).entries,
    note: orNull(lines(5000)),
    version,
  }),
  v.forward(
    v.partialCheck(
      [['chapter_one_preview'], ['abstract']],
      ({ chapter_one_preview, abstract }) => chapter_one_preview !== null || abstract !== null,
      'Give visitors something to read before they buy: this part, or the abstract below',
    ),
    ['chapter_one_preview'],
  ),
  v.forward(v.partialCheck([['preview_section'], ['chapter_one_preview']], hasPreviewSection, NO_PREVIEW_TEXT), [
    'preview_section',
  ]),
  v.forward(v.partialCheck([['reference_count'], ['newest_reference_year']], hasReferences, NO_REFERENCES), [
    'newest_reference_year',
  ]),
)
export type Approval = v.InferOutput<typeof approval>

/** The note to the student when changes are requested or the work is rejected. */
export const note = v.object({ note: filled(lines(5000), 'Say it in a sentence: the student reads it'), version })
export type Note = v.InferOutput<typeof note>
