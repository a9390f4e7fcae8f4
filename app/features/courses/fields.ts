import * as v from 'valibot'
import { filled, line, lines, oneOf, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { httpsLink, naira } from '#app/platform/forms/record-fields.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import { getSchema, publishLater, type RecordFields, sampleContent } from '../console/field-map.ts'
import { categoryNames } from './categories.ts'

/** The statuses of a course; only active courses are on the site (SPEC 4). */
const courseStates = [
  { value: 'draft', label: 'Draft, still being prepared' },
  { value: 'active', label: 'On the site' },
  { value: 'closed', label: 'Closed, full or over' },
] as const

const section = 'Teacher and length'

export const courseFields = {
  title: { schema: filled(line(200), 'Give the course a title'), label: 'Title' },
  category: {
    schema: v.picklist(categoryNames, 'Choose a category'),
    kind: 'select',
    label: 'Category',
    options: categoryNames.map((value) => ({ value, label: capitalised(value) })),
  },
  status: {
    schema: oneOf(courseStates, 'Choose a status'),
    kind: 'select',
    label: 'Status',
    options: courseStates,
    copy: 'draft',
    beside: true,
  },
  price: {
    schema: naira(),
    label: 'Price in naira',
    heading: 'Price',
    inputMode: 'numeric',
    hint: 'Commas allowed. Empty or 0 is Free.',
    optional: false,
  },
  whatsapp_link: {
    schema: v.pipe(
      httpsLink(),
      v.check(
        (link) => link === null || whatsappLink(link) !== null,
        'A link of WhatsApp: https://chat.whatsapp.com/… for a group, https://wa.me/2348031234567 for a chat',
      ),
      v.transform(whatsappLink),
    ),
    label: 'WhatsApp link',
    inputMode: 'url',
    placeholder: 'https://chat.whatsapp.com/…',
    hint: 'The group’s invitation, or a chat with the organiser. Without it nobody can enroll, and the page says so.',
  },
  description: {
    schema: orNull(lines(20_000)),
    kind: 'chapter',
    label: 'What is covered',
    hint: 'A line for each week reads well.',
  },
  instructor_name: { schema: orNull(line(200)), label: 'Teacher', hint: "Empty shows 'To be announced'.", section },
  duration_weeks: {
    schema: wholeNumber(1, 104, 'Whole weeks from 1 to 104'),
    label: 'Weeks',
    inputMode: 'numeric',
    maxLength: 3,
    beside: true,
    section,
  },
  is_sample: { ...sampleContent, section },
  publish_at: publishLater,
} satisfies RecordFields<'courses'>

/** The admin form of a course. */
export const courseForm = getSchema(courseFields)
export type CourseForm = v.InferOutput<typeof courseForm>
