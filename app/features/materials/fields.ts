import * as v from 'valibot'
import { day, line, lines, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { fileSize, httpsLink, naira, ticked } from '#app/platform/forms/record-fields.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { addressBelow, getSchema, publishLater, ratingField, type RecordFields, sampleContent } from '../console/field-map.ts'
import { materialCategories } from './categories.ts'
import { materialFormats } from './labels.ts'
import {
  hasPreviewSection,
  hasReferences,
  NO_PREVIEW_TEXT,
  NO_REFERENCES,
  previewSectionField,
  studyFields,
} from './study-fields.ts'

/** Returns true if an address is a page on Selar, where materials are paid. */
function leadsToSelar(link: string): boolean {
  const { hostname, pathname } = new URL(link)
  return /^(www\.)?selar\.(com|co)$/.test(hostname) && pathname.length > 1
}

const previewed = 'Free to read'
const file = 'About the file'
const section = 'Address and rating'

/** The stored title of a draft without one; its form shows an empty field (research_materials_published_is_complete). */
export const UNTITLED = 'Untitled draft'
/** The slugs of such drafts. The first title gives the address. */
const UNTITLED_SLUG = /^untitled-draft(-\d+)?$/

/** The errors of the fields that only a published material must have. */
export const required = {
  title: 'Give the material a title',
  category: 'Choose a category',
  price: 'Type a price. 0 is Free',
} as const

// A duplicate is another work, with a payment page and a file of its own.
export const materialFields = {
  title: {
    schema: line(400),
    kind: 'area',
    label: 'Title',
    rows: 2,
    optional: false,
    format: (title: string) => (title === UNTITLED ? '' : title),
  },
  category: {
    schema: v.optional(v.picklist([...materialCategories.map(({ stored }) => stored), ''], required.category), ''),
    kind: 'select',
    label: 'Category',
    optional: false,
    options: materialCategories.map(({ stored: value }) => ({ value, label: capitalised(value.replaceAll('_', ' ')) })),
  },
  subject_area: { schema: line(100), label: 'Subject area', placeholder: 'Maternal health', beside: true },
  price: {
    schema: naira(),
    label: 'Price in naira',
    heading: 'Price',
    inputMode: 'numeric',
    hint: 'Commas allowed. 0 is Free.',
    optional: false,
  },
  selar_link: {
    schema: httpsLink(),
    label: 'Selar link',
    inputMode: 'url',
    placeholder: 'https://selar.com/a1b2c3',
    copy: '',
    hint: 'It takes precedence. Without it, and if not sold here, nobody can buy the work, and its page says so.',
    beside: true,
  },
  sold_here: {
    schema: ticked(),
    kind: 'tick',
    label: 'Sold here',
    copy: '',
    hint: 'Buyers pay through Paystack and get its file. A sample cannot be sold.',
  },
  chapter_one_preview: {
    schema: orNull(lines(100_000)),
    kind: 'chapter',
    label: 'Free to read',
    summary: 'the text',
    hint: 'The first chapter or the introduction, on its page. # and ## make headings, a blank line a new paragraph.',
    section: previewed,
  },
  preview_section: { ...previewSectionField, section: previewed },
  format: {
    schema: v.pipe(
      v.optional(v.union([v.picklist(materialFormats), v.literal('')], 'Choose what the file is'), ''),
      v.transform((format) => format || null),
    ),
    kind: 'select',
    label: 'Format',
    options: materialFormats.map((value) => ({ value, label: value === 'Word' ? 'Word Document' : value })),
    section: file,
  },
  pages: {
    schema: wholeNumber(1, 10_000, 'A whole number of pages, such as 62'),
    label: 'Pages',
    inputMode: 'numeric',
    maxLength: 5,
    beside: true,
    section: file,
  },
  year_of_study: {
    schema: wholeNumber(1950, 2100, 'The year of the work, such as 2025'),
    label: 'Year of the work',
    heading: 'Year',
    summary: 'year',
    inputMode: 'numeric',
    maxLength: 4,
    section: file,
  },
  file_size: {
    schema: fileSize(),
    label: 'Size of the file',
    summary: 'size',
    copy: '',
    hint: 'Such as 1.2 MB. An approval fills it in, in bytes.',
    section: file,
  },
  file_date: { schema: day(), label: 'Date of the file', summary: 'date', type: 'date', copy: '', beside: true, section: file },
  ...studyFields,
  rating: {
    ...ratingField,
    hint: 'From three ratings of buyers on, their mean is shown, whatever is typed here.',
    section,
  },
  slug: {
    ...addressBelow('/material-preview'),
    section,
    format: (slug: string) => (UNTITLED_SLUG.test(slug) ? '' : slug),
  },
  origin: {
    schema: orNull(lines(600)),
    kind: 'area',
    label: 'Who wrote and checked it',
    rows: 2,
    hint: 'On its page. Leave it empty for the work of a student.',
    section,
  },
  may_adapt: {
    schema: ticked(),
    kind: 'tick',
    label: 'May be adapted',
    hint: 'Its templates, questionnaires and forms. Its page then says so.',
    section,
  },
  is_sample: {
    ...sampleContent,
    hint: 'Written to show how Lamplight works. Its page then says so, and that there is no file.',
    section,
  },
  publish_at: publishLater,
} satisfies RecordFields<'research_materials'>

/** The admin form of a material. A sample's link may be any address, because nothing is sold there. */
export const materialForm = v.pipe(
  getSchema(materialFields),
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
