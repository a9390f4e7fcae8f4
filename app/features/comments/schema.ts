import * as v from 'valibot'
import { filled, lines } from '../../platform/forms/fields.ts'

export const MOST_LETTERS = 1000

/** The comment box of a material. */
export const commentForm = v.object({
  comment: filled(lines(MOST_LETTERS), 'Write something first'),
})
