import * as v from 'valibot'

/**
 * An account number as typed, without spaces: at most 10 digits (SPEC 5). Eleven are a phone number typed by mistake.
 */
export const accountNumber = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.replaceAll(/\s/g, '')),
  v.check((text) => !/^\d{11,}$/.test(text), 'That has more than 10 digits; it looks like a phone number'),
  v.regex(/^\d{0,10}$/, 'An account number has 10 digits and nothing else'),
)
