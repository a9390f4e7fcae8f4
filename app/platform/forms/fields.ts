import * as v from 'valibot'
import { isDay } from '#app/platform/text/days.ts'
import { parsePhone } from '#app/platform/text/phone-numbers.ts'

/*
 * Schemas for the fields of all forms. Those that only the admin console needs are in record-fields.ts, so that phones
 * do not load them. Each parses the sent text into the value of a column, or returns the error in a sentence.
 * `characters` is always the maximum length.
 */

/** A form field: the text as sent, and the value that is stored. */
export type Field<Kept> = v.GenericSchema<string | undefined, Kept>

const max = (characters: number) =>
  v.maxLength<string, number, string>(characters, `At most ${characters.toLocaleString('en-NG')} characters, please`)

/** Replaces control characters, including line breaks, by spaces. */
export const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

/** Parses one line; empty is ''. Control characters become spaces. */
export const line = (characters: number): Field<string> =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => withoutControls(text).trim()),
    max(characters),
  )

/**
 * Parses one line about a person, which is used in email headers and bank files; empty is ''. Rejects control
 * characters, because a line break would start another header.
 */
export const personName = (characters: number): Field<string> =>
  v.pipe(v.optional(v.string(), ''), v.trim(), max(characters), v.regex(/^\P{Cc}*$/u, 'It has a character that cannot be used'))

/** Parses several lines; empty is ''. Removes control characters except line breaks and tabs. */
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

/** Makes a field required; `reason` is the error when it is empty. */
export const filled = (field: Field<string>, reason: string): Field<string> => v.pipe(field, v.minLength(1, reason))

/** Makes a field optional; null when empty. */
export const orNull = (field: Field<string>): Field<string | null> =>
  v.pipe(
    field,
    v.transform((text) => text || null),
  )

/** Parses a whole number within bounds; null when empty. */
export const wholeNumber = (min: number, greatest: number, reason: string): Field<number | null> =>
  v.pipe(
    line(20),
    v.check((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= greatest), reason),
    v.transform((text) => (text === '' ? null : Number(text))),
  )

/** Makes a number required; `reason` is the error when it is empty. */
export const filledNumber = (field: Field<number | null>, reason: string): Field<number> =>
  v.pipe(
    field,
    v.check((number) => number !== null, reason),
    v.transform(Number),
  )

/** Parses one of the options of a choice; `reason` is the error for any other value. */
export const oneOf = <const Value extends string>(options: readonly { value: Value }[], reason: string) =>
  v.picklist(
    options.map(({ value }) => value),
    reason,
  )

/**
 * Parses a day such as 2026-11-20, as a date field sends it; null when empty. Rejects days that do not exist, such as
 * 2027-02-31.
 */
export const day = (reason = 'A day, such as 2026-11-20'): Field<string | null> =>
  v.pipe(
    line(40),
    v.check((text) => text === '' || isDay(text), reason),
    v.transform((text) => text || null),
  )

/**
 * Returns true if a text has an invisible character: a control, a bidirectional or another format character, or half of
 * a surrogate pair. Such an address looks like another one. private.has_hidden_characters in the database is the same
 * rule.
 */
export const hasHiddenCharacters = (text: string) => /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)

const MAIL_BOX = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const MAIL_DOMAIN = /^(?!-)([\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.(?!-))+(?!\d+$)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u

/** Returns true if a text is an email address that can exist: the only rule for addresses in forms. */
export function isMail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [box, domain] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && box.length <= 64 && text.length <= 254 && MAIL_BOX.test(box) && MAIL_DOMAIN.test(domain)
}

/** Returns true if a text is a telephone number. */
export const isPhone = (text: string) => parsePhone(text) !== null

/** Parses a student's own email address; `missing` is the error when it is empty. */
export const ownMail = (missing: string): Field<string> =>
  v.pipe(
    filled(personName(254), missing),
    v.check((text) => !hasHiddenCharacters(text), 'It has a hidden character. Type the address by hand'),
    v.check(isMail, ({ input }) =>
      /@.*\../.test(input)
        ? 'There can be no such address. It looks like ada@gmail.com'
        : 'The address is not complete, for example ada@gmail.com',
    ),
  )

/** Parses an email address or a telephone number; null when empty. */
export const mailOrPhone = (): Field<string | null> =>
  v.pipe(
    line(200),
    v.check(
      (text) => text === '' || isMail(text) || isPhone(text),
      'A phone number or an email address, for example 0803 123 4567',
    ),
    v.transform((text) => text || null),
  )
