import * as v from 'valibot'
import { day, filled, line, lines, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { fileSize, httpsLink, naira, publishAt, rating, slug, ticked } from '#app/platform/forms/record-fields.ts'
import { materialCategories } from './categories.ts'
import { hasReferences, hasPreviewSection, NO_REFERENCES, NO_PREVIEW_TEXT, studyDetailsFields } from './study-details-schema.ts'

/** The formats of a material's file (SPEC 5). */
export const materialFormats = ['PDF', 'Word', 'PowerPoint', 'Other'] as const

/** Returns true if an address is a page on Selar, where materials are paid. */
function leadsToSelar(link: string): boolean {
  const { hostname, pathname } = new URL(link)
  return /^(www\.)?selar\.(com|co)$/.test(hostname) && pathname.length > 1
}

/** The warning before a material that cannot be bought is published. */
export const NOBODY_CAN_BUY =
  'It has a price, but nobody can buy it yet: give it a Selar link, or add a file and tick "Sold here"'

/** The admin form of a material. A sample's link may be any address, because nothing is sold there. */
export const materialForm = v.pipe(
  v.object({
    title: filled(line(400), 'Give the material a title'),
    slug: slug(),
    subject_area: line(100),
    category: v.picklist(
      materialCategories.map(({ stored }) => stored),
      'Choose a category',
    ),
    format: v.pipe(
      v.optional(v.union([v.picklist(materialFormats), v.literal('')], 'Choose what the file is'), ''),
      v.transform((format) => format || null),
    ),
    price: naira(),
    rating: rating(),
    pages: wholeNumber(1, 10_000, 'A whole number of pages, such as 62'),
    year_of_study: wholeNumber(1950, 2100, 'The year of the work, such as 2025'),
    selar_link: httpsLink(),
    sold_here: ticked(),
    chapter_one_preview: orNull(lines(100_000)),
    ...studyDetailsFields,
    file_size: fileSize(),
    publish_at: publishAt(),
    file_date: day(),
    is_sample: ticked(),
  }),
  v.forward(v.partialCheck([['preview_section'], ['chapter_one_preview']], hasPreviewSection, NO_PREVIEW_TEXT), [
    'preview_section',
  ]),
  v.forward(v.partialCheck([['reference_count'], ['newest_reference_year']], hasReferences, NO_REFERENCES), [
    'newest_reference_year',
  ]),
  v.forward(
    v.partialCheck(
      [['selar_link'], ['is_sample']],
      ({ selar_link, is_sample }) => selar_link === null || is_sample || leadsToSelar(selar_link),
      'The product’s own page on Selar, such as https://selar.com/a1b2c3',
    ),
    ['selar_link'],
  ),
)
export type MaterialForm = v.InferOutput<typeof materialForm>
