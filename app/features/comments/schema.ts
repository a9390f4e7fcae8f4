import * as v from 'valibot'

export const MOST_LETTERS = 1000

/** The comment box of a material. */
export const commentForm = v.object({
  comment: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.minLength(1, 'Write something first'),
    v.maxLength(MOST_LETTERS, `At most ${MOST_LETTERS} characters, please`),
    v.transform((text) => text.replaceAll(/\p{Cc}/gu, (character) => (character === '\n' ? character : ''))),
  ),
})
