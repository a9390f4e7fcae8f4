import * as v from 'valibot'
import { filled, isPhone, line, lines } from '#app/platform/forms/fields.ts'

export const MAX_WORDS = 1000

/** Returns true if a text is a dispute's id of Paystack. */
export const looksLikeDisputeId = (text: string): boolean => /^\d{1,18}$/.test(text)

/** Why we keep the money. Name and phone are evidence for banks that speak of fraud. */
export const declineForm = v.object({
  words: filled(lines(MAX_WORDS), 'Say in a sentence what the buyer got: the bank reads it'),
  name: line(100),
  phone: v.pipe(
    line(30),
    v.check((text) => text === '' || isPhone(text), 'A phone number, such as 0803 123 4567'),
  ),
})
