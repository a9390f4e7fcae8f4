import * as v from 'valibot'
import { orNull, personName } from '#app/platform/forms/fields.ts'
import { accountNumber } from './account-number.ts'

/** Edit Profile (SPEC 5): year of study 1 to 7 and non-numeric as 0, account number of 10 digits or empty. */
export const profileForm = v.object({
  first_name: personName(100),
  last_name: personName(100),
  institution: orNull(personName(200)),
  course_of_study: orNull(personName(200)),
  phone_number: v.pipe(
    personName(30),
    v.regex(/^[\d+() -]*$/, 'Digits only, for example +234 803 123 4567'),
    v.transform((text) => text || null),
  ),
  named_on_works: v.pipe(
    v.optional(v.string(), ''),
    v.transform((sent) => sent === 'on'),
  ),
  year_of_study: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.transform((text) => (/^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0)),
    v.check((year) => Number.isInteger(year) && year >= 0 && year <= 7, 'A year from 1 to 7'),
  ),
  bank_name: orNull(personName(100)),
  /** Missing where the form has no field for it, because the bank tells the name. */
  account_name: v.optional(orNull(personName(200))),
  account_number: v.pipe(
    accountNumber,
    v.transform((text) => text || null),
  ),
})

export type ProfileForm = v.InferOutput<typeof profileForm>
