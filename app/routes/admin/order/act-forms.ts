import * as v from 'valibot'
import { filled, lines } from '#app/platform/forms/fields.ts'
import { money } from '#app/features/money/schema.ts'

/** A message to the buyer, which may be empty. */
export const messageForm = v.object({ words: lines(1000) })

export const reasonForm = v.object({
  words: filled(lines(500), 'Say why in a sentence: the buyer or another admin reads it'),
})

/** A refund of a part. `refunded` is the sum in kobo that the page showed. */
export const partForm = v.object({
  amount: v.pipe(money('How much goes back?'), v.minValue(100, 'At least ₦1')),
  refunded: v.pipe(v.string(), v.regex(/^\d{1,10}$/)),
  words: lines(1000),
})

export const bankAsks = 'The buyer’s bank asks for this money already. Accept that instead, so that it goes back once.'
