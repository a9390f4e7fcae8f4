import * as v from 'valibot'
import { filled, line, lines, oneOf, orNull, ownMail, wholeNumber } from '#app/platform/forms/fields.ts'
import { programmes } from '../materials/programmes.ts'
import { accountNumber } from '../profiles/account-number.ts'
import { emptyFields, uploadCategories, uploadFormats } from './labels.ts'

/** The fields that a student may change until the work is approved or rejected. */
export const editForm = v.object({
  title: filled(line(400), emptyFields.title),
  description: orNull(lines(5000)),
})

/** Returns the schema of the upload form's text fields (SPEC 5). `yearMax` is the setting uploads.year_max. */
export function uploadForm(yearMax: number) {
  return v.object({
    ...editForm.entries,
    category: oneOf(uploadCategories, emptyFields.category),
    format: oneOf(uploadFormats, emptyFields.format),
    pages: wholeNumber(1, 10_000, 'A whole number, such as 54'),
    subject_area: orNull(line(100)),
    year_of_study: wholeNumber(2000, yearMax, `A year from 2000 to ${yearMax}`),
    programme: v.pipe(
      v.optional(v.union([v.picklist(programmes.map(({ stored }) => stored)), v.literal('')], 'Choose a programme'), ''),
      v.transform((programme) => programme || null),
    ),
    design: orNull(lines(300)),
    population_and_sample: orNull(lines(300)),
    instrument: orNull(lines(300)),
    wished_price: wholeNumber(100, 10_000_000, 'A price in whole naira, such as 2500'),
    institution: line(200),
    email: ownMail(emptyFields.email),
    account_number: accountNumber,
    account_name: line(200),
    bank_name: line(100),
  })
}

export type UploadForm = v.InferOutput<ReturnType<typeof uploadForm>>
