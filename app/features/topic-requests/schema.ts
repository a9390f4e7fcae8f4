import * as v from 'valibot'
import { day, filled, line, mailOrPhone, orNull, withoutControls } from '#app/platform/forms/fields.ts'
import { LONGEST_TOPIC } from '../topics/schema.ts'
import { programmes } from './labels.ts'
import { cutText } from '#app/platform/text/safe-text.ts'

/** Returns the initial topic from /request-a-topic?topic=... */
export function topicInAddress(parameters: URLSearchParams): string {
  return cutText(withoutControls(parameters.get('topic') ?? '').trim(), LONGEST_TOPIC)
}

/**
 * Returns the schema of a topic request. Only the topic is required. `today` is the day in Lagos, as 2026-11-20; a
 * deadline cannot be earlier.
 */
export function topicRequest(today: string) {
  return v.object({
    topic: filled(line(LONGEST_TOPIC), 'Type the topic you are looking for'),
    programme: v.pipe(
      orNull(line(100)),
      v.check((text) => text === null || programmes.some(({ value }) => value === text), 'Choose one from the list'),
    ),
    specialty: orNull(line(100)),
    deadline: v.pipe(
      day('A day of the calendar, such as 31 Jan 2027'),
      v.check((date) => date === null || date >= today, 'This day is over. Choose today or a later one'),
    ),
    contact: mailOrPhone(),
  })
}
export type TopicRequest = v.InferOutput<ReturnType<typeof topicRequest>>
