import * as v from 'valibot'
import { filled, lines, ownMail } from '#app/platform/forms/fields.ts'

/** Where the receipt and the link to the file go. */
export const buyerForm = v.object({ email: ownMail('Type your email: the link to your file goes there') })

export const MOST_REASON_LETTERS = 1000
/** Why a buyer wants the money back. */
export const refundForm = v.object({
  reason: filled(lines(MOST_REASON_LETTERS), 'Say in a sentence what is wrong: we read it before we answer'),
})
