import type * as v from 'valibot'
import { filled, line, oneOf } from '#app/platform/forms/fields.ts'
import { getSchema, type RecordFields } from '../console/field-map.ts'
import { programmes } from '../materials/programmes.ts'

const options = programmes.map(({ stored, label }) => ({ value: stored, label }))

export const courseFields = {
  code: {
    schema: line(20),
    label: 'Code',
    autoComplete: 'off',
    hint: 'For example NSC 401. Leave it empty if schools have no common code. It is found with and without spaces.',
  },
  title: { schema: filled(line(200), 'Say what the course is called'), label: 'Title', autoComplete: 'off' },
  programme: { schema: oneOf(options, 'Choose a programme'), kind: 'select', label: 'Programme', options },
  level: { schema: line(30), label: 'Level or year', autoComplete: 'off', hint: 'For example 400 level, or ND II.' },
  subjects: {
    schema: filled(line(300), 'Name a subject area or a word'),
    label: 'Subjects',
    autoComplete: 'off',
    hint: 'Subject areas of the directory, or words that its topics contain, separated by commas.',
  },
} satisfies RecordFields<'curriculum_courses'>

/** The admin form of a course of a programme. */
export const courseForm = getSchema(courseFields)
export type CourseForm = v.InferOutput<typeof courseForm>
