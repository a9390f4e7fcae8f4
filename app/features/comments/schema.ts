import * as v from 'valibot'
import { filled, lines } from '#app/platform/forms/fields.ts'

export const MAX_CHARS = 1000

/** The comment box of a material. */
export const commentForm = v.object({
  comment: filled(lines(MAX_CHARS), 'Write something first'),
  /** Only buyers send it; null if none is chosen. */
  stars: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[1-5]$/), v.transform(Number))), null),
})
