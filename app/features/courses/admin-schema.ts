import * as v from 'valibot'
import { filled, line, lines, oneOf, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { httpsLink, naira, publishAt, ticked } from '#app/platform/forms/record-fields.ts'
import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import { categoryNames } from './categories.ts'

/** The statuses of a course; only active courses are on the site (SPEC 4). */
export const courseStates = [
  { value: 'draft', label: 'Draft, still being prepared' },
  { value: 'active', label: 'Active, on the site' },
  { value: 'closed', label: 'Closed, full or over' },
] as const

/** The admin form of a course. */
export const courseForm = v.object({
  title: filled(line(200), 'Give the course a title'),
  category: v.picklist(categoryNames, 'Choose a category'),
  description: orNull(lines(20_000)),
  price: naira(),
  instructor_name: orNull(line(200)),
  duration_weeks: wholeNumber(1, 104, 'Whole weeks from 1 to 104'),
  whatsapp_link: v.pipe(
    httpsLink(),
    v.check(
      (link) => link === null || whatsappLink(link) !== null,
      'A link of WhatsApp: https://chat.whatsapp.com/… for a group, https://wa.me/2348031234567 for a chat',
    ),
    v.transform(whatsappLink),
  ),
  status: oneOf(courseStates, 'Choose a status'),
  is_sample: ticked(),
  publish_at: publishAt(),
})
export type CourseForm = v.InferOutput<typeof courseForm>
