import * as v from 'valibot'
import { filled, lines } from '#app/platform/forms/fields.ts'

/** The form of a note. `note_id` identifies the form, so that it adds one note however often it is sent. */
export const noteForm = v.object({
  note_id: v.pipe(v.string(), v.uuid()),
  words: filled(lines(2000), 'Write the note first'),
})
