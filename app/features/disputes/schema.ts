import * as v from 'valibot'
import { filled, line, lines } from '#app/platform/forms/fields.ts'
import { phone } from '#app/platform/forms/record-fields.ts'

export const MAX_WORDS = 1000

/** A button of a dispute, with Paystack's id of it. */
export const disputeForm = v.object({ dispute: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) })

/** The evidence for contesting a dispute. Banks want name and phone in cases of fraud. */
export const declineForm = v.object({
  ...disputeForm.entries,
  words: filled(lines(MAX_WORDS), 'Say in a sentence what the buyer got: the bank reads it'),
  name: line(100),
  phone: phone(),
})
