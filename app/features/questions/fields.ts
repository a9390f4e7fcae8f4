import type * as v from 'valibot'
import { filled, line, lines } from '#app/platform/forms/fields.ts'
import { getSchema, placeField, type RecordFields } from '../console/field-map.ts'

export const questionFields = {
  question: { schema: filled(line(300), 'Type the question'), label: 'Question' },
  answer: {
    schema: filled(lines(2000), 'Type the answer'),
    kind: 'area',
    label: 'Answer',
    hint: 'Two or three short sentences.',
  },
  part: { schema: filled(line(100), 'Type the heading for this question'), label: 'Heading', autoComplete: 'off' },
  place: { ...placeField, hint: 'Smaller numbers come first. Empty: at the end.' },
} satisfies RecordFields<'faq_questions'>

/** The admin form of a question. */
export const questionForm = getSchema(questionFields)
export type QuestionForm = v.InferOutput<typeof questionForm>
