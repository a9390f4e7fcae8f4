import * as v from 'valibot'

/*
 * Schemas for the fields of all forms; those that only the console has are in record-fields.ts, so that phones do not load them. Each turns
 * the sent text into the value of a column, or gives the reason in a sentence. `letters` is always the greatest number of characters.
 */

/** A field of a form: a text as it was sent, and the value that is kept. */
export type Field<Kept> = v.GenericSchema<string | undefined, Kept>

const max = (characters: number) =>
  v.maxLength<string, number, string>(characters, `At most ${characters.toLocaleString('en-NG')} characters, please`)

/** The text with a space in place of control characters, line breaks too. */
export const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

/** One line; empty is ''. Control characters become spaces. */
export const line = (characters: number): Field<string> =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => withoutControls(text).trim()),
    max(characters),
  )

/**
 * One line about a person, which stands in heads of mails and in files for the bank; empty is ''. Control characters are refused: nobody
 * types them, and a line break would begin another head.
 */
export const personName = (characters: number): Field<string> =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    max(characters),
    v.regex(/^\P{Cc}*$/u, 'There is a character in it that cannot be used'),
  )

/** Several lines; empty is ''. Control characters except line breaks and tabs are removed. */
export const lines = (characters: number): Field<string> =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) =>
      text
        .replaceAll('\r\n', '\n')
        .replaceAll(/\p{Cc}/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
        .trim(),
    ),
    max(characters),
  )

/** A required field; `reason` is the error when it is empty. */
export const filled = (field: Field<string>, reason: string): Field<string> => v.pipe(field, v.minLength(1, reason))

/** An optional field; null when empty. */
export const orNull = (field: Field<string>): Field<string | null> =>
  v.pipe(
    field,
    v.transform((text) => text || null),
  )

/** A whole number within bounds, or null when left empty. */
export const wholeNumber = (min: number, greatest: number, reason: string): Field<number | null> =>
  v.pipe(
    line(20),
    v.check((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= greatest), reason),
    v.transform((text) => (text === '' ? null : Number(text))),
  )

/** A number that may not be left empty; `reason` is the error when it is. */
export const filledNumber = (field: Field<number | null>, reason: string): Field<number> =>
  v.pipe(
    field,
    v.check((number) => number !== null, reason),
    v.transform(Number),
  )

/** One of the options of a choice; `reason` is the error when it is none of them. */
export const oneOf = <const Value extends string>(options: readonly { value: Value }[], reason: string) =>
  v.picklist(
    options.map(({ value }) => value),
    reason,
  )

/** A day such as 2026-11-20, as a date field sends it; null when left empty. Days that no calendar has, as 2027-02-31, are refused. */
export const day = (reason = 'A day, such as 2026-11-20'): Field<string | null> =>
  v.pipe(
    line(40),
    v.check((text) => text === '' || isDay(text), reason),
    v.transform((text) => text || null),
  )

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00Z`)
  // PostgreSQL has no year 0.
  return /^\d{4}-\d\d-\d\d$/.test(text) && midnight.getUTCFullYear() >= 1 && midnight.toISOString().startsWith(text)
}

/**
 * Returns true if a text has a character that nobody can see: a control, a bidirectional or another format character, or half of a
 * surrogate pair. Such an address looks like another one. private.has_hidden_characters in the database is the same rule.
 */
export const hasHiddenCharacters = (text: string) => /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)

/** Whether a text is a complete mail address. */
export const isMail = (text: string) => !hasHiddenCharacters(text) && /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]{2,}$/.test(text)
/** Whether a text is a telephone number as people write it. */
export const isPhone = (text: string) =>
  /^\+?[\d\s()-]+$/.test(text) && getDigits(text).length >= 7 && getDigits(text).length <= 15

/** A student's own mail address; `missing` is the error when it is empty. */
export const ownMail = (missing: string): Field<string> =>
  v.pipe(
    filled(personName(254), missing),
    v.check((text) => !hasHiddenCharacters(text), 'There is a hidden character in it. Type the address by hand'),
    v.check(isMail, 'The address is not complete, for example ada@gmail.com'),
  )

/** A mail address or a telephone number; null when left empty. */
export const mailOrPhone = (): Field<string | null> =>
  v.pipe(
    line(200),
    v.check(
      (text) => text === '' || isMail(text) || isPhone(text),
      'A phone number or an email address, for example 0803 123 4567',
    ),
    v.transform((text) => text || null),
  )

/** The digits of a text. */
export const getDigits = (text: string) => text.replaceAll(/\D/g, '')
