import * as v from 'valibot'
import { programmes } from '../materials/whole-work.ts'
import { accountNumber } from '../profiles/schema.ts'
import { uploadCategories, uploadFormats, words } from './words.ts'

const required = (most: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.minLength(1, words.missingFields),
    v.maxLength(most, `At most ${most} characters, please`),
    v.transform(cleaned),
  )
const optional = (most: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(most, `At most ${most} characters, please`), v.transform(cleaned))
const orNull = (most: number) =>
  v.pipe(
    optional(most),
    v.transform((text) => text || null),
  )

/** An integer, or null if empty (SPEC 5). */
const integer = (least: number, most: number, otherwise: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.check((text) => text === '' || (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most), otherwise),
    v.transform((text) => (text === '' ? null : Number(text))),
  )

const oneOf = <const Values extends readonly { value: string }[]>(options: Values) =>
  v.picklist(
    options.map(({ value }) => value as Values[number]['value']),
    words.missingFields,
  )

/** The upload form's text fields (SPEC 5). `yearMax` is the setting uploads.year_max. */
export function uploadForm(yearMax: number) {
  return v.object({
    title: required(400),
    category: oneOf(uploadCategories),
    format: oneOf(uploadFormats),
    pages: integer(1, 10_000, 'A whole number, such as 54'),
    description: orNull(5000),
    subject_area: orNull(100),
    year_of_study: integer(2000, yearMax, `A year from 2000 to ${yearMax}`),
    programme: v.pipe(
      v.optional(v.union([v.picklist(programmes.map(({ stored }) => stored)), v.literal('')], 'Choose a programme'), ''),
      v.transform((programme) => programme || null),
    ),
    design: orNull(300),
    population_and_sample: orNull(300),
    instrument: orNull(300),
    institution: optional(200),
    email: v.pipe(
      required(254),
      v.regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]{2,}$/, 'The address is not complete, for example ada@gmail.com'),
    ),
    account_number: accountNumber,
    account_name: optional(200),
    bank_name: optional(100),
  })
}

export type UploadForm = v.InferOutput<ReturnType<typeof uploadForm>>

/** Removes control characters, which the database refuses, except line breaks and tabs. */
function cleaned(text: string): string {
  return text.replaceAll(/[\p{Cc}]/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
}
