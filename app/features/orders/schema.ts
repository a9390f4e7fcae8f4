import * as v from 'valibot'
import { filled, line, lines, ownMail, personName } from '#app/platform/forms/fields.ts'

/** The address for the receipt and the link to the file. */
export const buyerForm = v.object({ email: ownMail('Type your email: we send the link to your file there') })

/** The text of the box at the checkout. It is stored with the consent. */
export const NEWSLETTER_CONSENT = 'Email me about new materials, a few times a year'

/** The names on a receipt or an invoice; both may be empty. */
export const payerForm = v.object({ name: personName(120), school: line(200) })

/** The discount code, as it is typed. */
export const MAX_CODE_CHARS = 40

export const MAX_REASON_CHARS = 1000
/** The buyer's reason for a refund. */
export const refundForm = v.object({
  reason: filled(lines(MAX_REASON_CHARS), 'Say in a sentence what is wrong: we read it before we answer'),
})
