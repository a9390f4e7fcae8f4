import type * as v from 'valibot'
import { filled, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { getSchema, type RecordFields, sampleContent } from '../console/field-map.ts'
import { LONGEST_TOPIC } from './schema.ts'

export const topicFields = {
  topic: { schema: filled(line(LONGEST_TOPIC), 'Say what the topic is'), kind: 'area', label: 'Topic' },
  subject_area: {
    schema: line(100),
    label: 'Subject area',
    autoComplete: 'off',
    hint: 'One of the list keeps topics together; a new one makes a new area.',
  },
  description: {
    schema: orNull(lines(2000)),
    kind: 'area',
    label: 'Description',
    hint: 'What the study would do, in two or three sentences.',
  },
  unique_selling_point: {
    schema: orNull(lines(1000)),
    kind: 'area',
    label: 'What makes it worth doing',
    hint: 'One sentence; it is shown beside the lamp.',
  },
  is_sample: { ...sampleContent, hint: 'Written as an example, not by you.' },
} satisfies RecordFields<'topics_directory'>

/** The admin form of a topic, and a line of an imported file. */
export const topicForm = getSchema(topicFields)
export type TopicForm = v.InferOutput<typeof topicForm>
