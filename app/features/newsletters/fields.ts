import { filled, line, lines } from '#app/platform/forms/fields.ts'
import { getSchema, type RecordFields } from '../console/field-map.ts'

export const newsletterFields = {
  subject: { schema: filled(line(150), 'Type the subject'), label: 'Subject', required: true },
  body: {
    schema: filled(lines(5000), 'Write the text'),
    kind: 'area',
    label: 'Text',
    required: true,
    hint: 'Markdown, as in posts. Pictures are left out. What to buy, and why now, in a few sentences.',
  },
} satisfies RecordFields<'newsletters'>

/** The admin form of a newsletter. */
export const newsletterForm = getSchema(newsletterFields)
