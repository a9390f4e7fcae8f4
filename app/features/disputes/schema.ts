import * as v from 'valibot'
import { filled, line, lines } from '#app/platform/forms/fields.ts'
import { phone } from '#app/platform/forms/record-fields.ts'

export const MAX_WORDS = 1000

/** Returns true if a text is a Paystack dispute id. */
export const looksLikeDisputeId = (text: string): boolean => /^\d{1,18}$/.test(text)

/** The evidence for contesting a dispute. Banks want name and phone in cases of fraud. */
export const declineForm = v.object({
  words: filled(lines(MAX_WORDS), 'Say in a sentence what the buyer got: the bank reads it'),
  name: line(100),
  phone: phone(),
})
