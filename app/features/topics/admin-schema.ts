import * as v from 'valibot'
import { filled, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { ticked } from '#app/platform/forms/record-fields.ts'
import { LONGEST_TOPIC } from './schema.ts'

/** The admin form of a topic, and a line of an imported file. */
export const topicForm = v.object({
  topic: filled(line(LONGEST_TOPIC), 'Say what the topic is'),
  description: orNull(lines(2000)),
  unique_selling_point: orNull(lines(1000)),
  subject_area: line(100),
  is_sample: ticked(),
})
export type TopicForm = v.InferOutput<typeof topicForm>
