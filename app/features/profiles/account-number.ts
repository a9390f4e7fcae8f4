import * as v from 'valibot'

/**
 * An account number as typed, without spaces: empty or 10 digits (NUBAN), because nothing can be paid to fewer. Eleven
 * are a phone number typed by mistake.
 */
export const accountNumber = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.replaceAll(/\s/g, '')),
  v.check((text) => !/^\d{11,}$/.test(text), 'That has more than 10 digits; it looks like a phone number'),
  v.regex(/^\d{0,10}$/, 'An account number has 10 digits and nothing else'),
  v.check(
    (text) => text === '' || text.length === 10,
    ({ input }) => `An account number has 10 digits; this has ${input.length}`,
  ),
)

/** Returns true if an account number can be paid to: it has its ten digits. */
export const isCompleteAccountNumber = (text: string | null | undefined) => text?.length === 10
