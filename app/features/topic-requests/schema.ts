import * as v from 'valibot'
import { LONGEST_TOPIC } from '../topics/schema.ts'
import { programmes } from './words.ts'

const withoutControls = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')

/** The topic that /request-a-topic?topic=... begins with. */
export function topicInAddress(parameters: URLSearchParams): string {
  return withoutControls(parameters.get('topic') ?? '')
    .trim()
    .slice(0, LONGEST_TOPIC)
}

const line = (most: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform(withoutControls),
    v.trim(),
    v.maxLength(most, `At most ${most} characters, please`),
  )
const orNull = v.transform((text: string) => text || null)

/** A date that is in the calendar, unlike 2027-02-31. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  new Date(`${text}T00:00Z`).toString() !== 'Invalid Date' &&
  new Date(`${text}T00:00Z`).toISOString().startsWith(text)

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]{2,}$/
const PHONE = /^\+?[\d\s()-]+$/
const isContact = (text: string) => {
  const digits = text.replaceAll(/\D/g, '').length
  return EMAIL.test(text) || (PHONE.test(text) && digits >= 7 && digits <= 15)
}

/** The request for a topic. Only the topic is required. `today` is the day in Lagos, as 2026-11-20; a deadline cannot lie before it. */
export function topicRequest(today: string) {
  return v.object({
    topic: v.pipe(line(LONGEST_TOPIC), v.minLength(1, 'Type the topic you are looking for')),
    programme: v.pipe(
      line(100),
      v.check((text) => text === '' || programmes.some(({ value }) => value === text), 'Choose one of the list'),
      orNull,
    ),
    specialty: v.pipe(line(100), orNull),
    deadline: v.pipe(
      v.optional(v.string(), ''),
      v.trim(),
      v.check((text) => text === '' || isDay(text), 'A day of the calendar, such as 31 Jan 2027'),
      v.check((text) => text === '' || text >= today, 'This day is over. Choose today or a later one'),
      orNull,
    ),
    contact: v.pipe(
      line(200),
      v.check((text) => text === '' || isContact(text), 'A phone number or an email address, for example 0803 123 4567'),
      orNull,
    ),
  })
}
export type TopicRequest = v.InferOutput<ReturnType<typeof topicRequest>>
