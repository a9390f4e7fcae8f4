import * as v from 'valibot'
import { line, orNull, wholeNumber } from '#app/platform/forms/fields.ts'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { ownPicture, publishAt, rating, slug, ticked } from '#app/platform/forms/record-fields.ts'
import type { Database } from '#app/services/database.ts'
import { fieldMoment } from '#app/platform/text/dates.ts'
import type { Control } from './field-controls.tsx'
import type { Shelf } from './records.server.ts'

type Row<Table extends Shelf> = Database['public']['Tables'][Table]['Row']
type Stored = { fields: Readonly<Record<string, string>> } | null

/** A field of a record: how its column is checked, read and named, and its control in the form. */
export type RecordField<Value> = Omit<Control, 'hint'> & {
  schema: v.GenericSchema<unknown, unknown>
  /** The name in exports and in lists of changes; the control's label without it. */
  heading?: string
  hint?: string | ((stored: Stored) => string)
  /** The value in a duplicate; that of the original without it. */
  copy?: string
  /** Returns the stored value as its control shows it. */
  format?(value: Value): string
}

/** The fields of a table's records, in the order of their form. A name that is no column does not compile. */
export type RecordFields<Table extends Shelf> = { readonly [Column in keyof Row<Table>]?: RecordField<Row<Table>[Column]> }

/** The fields of any record. */
export type FieldMap<Name extends string = string> = Readonly<Record<Name, RecordField<never>>>

/** The columns of a map's fields, with the id. */
export type RowOf<Table extends Shelf, Fields> = Pick<Row<Table>, Extract<keyof Row<Table>, keyof Fields | 'id'>>

/** Returns the fields' columns for select(), with the id and further columns. */
export const getColumns = (fields: FieldMap, more: readonly string[] = []): string =>
  ['id', ...Object.keys(fields), ...more].join(', ')

/** Returns the schema of a form with these fields. */
export const getSchema = <Fields extends FieldMap>(fields: Fields) =>
  v.object(mapFields(fields, ({ schema }) => schema) as { [Name in keyof Fields]: Fields[Name]['schema'] })

/** Returns the fields' names in exports and in lists of changes. */
export const getHeadings = <Name extends string>(fields: FieldMap<Name>) =>
  mapFields(fields, ({ heading, label }) => heading ?? label)

/** Returns the controls of a form, with the bounds that the schemas set, for a stored or a new record. */
export function getControls<Name extends string>(fields: FieldMap<Name>, stored: Stored): Record<Name, Control> {
  const bounds = formFields(getSchema(fields), {}, {})
  return mapFields(fields, ({ schema: _schema, heading: _heading, copy: _copy, format: _format, hint, ...control }, name) => {
    const { required, maxLength } = bounds[name]
    return {
      ...(required && { required }),
      ...(maxLength && { maxLength }),
      ...control,
      ...(hint && { hint: typeof hint === 'string' ? hint : hint(stored) }),
    }
  })
}

/** Returns the values of a duplicate that differ from those of its original. */
export const getCopies = (fields: FieldMap): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { copy }]) => (copy === undefined ? [] : [[name, copy]])))

/** Returns the columns of a row as its form shows them. */
export const getFormValues = <Name extends string>(
  fields: FieldMap<Name>,
  row: { readonly [Column in NoInfer<Name>]?: unknown },
) =>
  mapFields(fields, ({ format }, name) => {
    const value = row[name] ?? null
    return format ? format(value as never) : value === true ? 'on' : value === false ? '' : String(value ?? '')
  })

function mapFields<Name extends string, Result>(
  fields: FieldMap<Name>,
  convert: (field: RecordField<never>, name: Name) => Result,
): Record<Name, Result> {
  const entries = Object.entries<RecordField<never>>(fields) as [Name, RecordField<never>][]
  return Object.fromEntries(entries.map(([name, field]) => [name, convert(field, name)])) as Record<Name, Result>
}

/** The time at which a draft is published. Saving the form plans it, or drops the plan. */
export const publishLater = {
  schema: publishAt(),
  label: 'Day and time in Lagos',
  heading: 'Publish later',
  section: 'Publish later',
  copy: '',
  type: 'datetime-local',
  hint: 'Save the draft with a time, and visitors see it from then on. Clear it to keep it a draft.',
  format: (value: string | null) => (value === null ? '' : fieldMoment(new Date(value))),
} as const

/** The mark of sample content. */
export const sampleContent = {
  schema: ticked(),
  kind: 'tick',
  label: 'Sample content',
  heading: 'Sample',
  hint: 'The page then says that it is a sample.',
} as const

/** The last part of a record's address, below `path`. */
export const addressBelow = (path: string) =>
  ({
    schema: slug(),
    label: 'Address',
    hint: (stored: Stored) =>
      stored?.fields.slug
        ? `It is ${path}/${stored.fields.slug} now. When you change it, the old address keeps leading here.`
        : 'The end of its address. Empty: made from the title.',
    autoCapitalize: 'none',
    spellCheck: false,
    copy: '',
  }) as const

export const ratingField = {
  schema: rating(),
  label: 'Rating',
  inputMode: 'decimal',
  placeholder: '0 to 5',
  copy: '',
  format: (value: number) => (value === 0 ? '' : String(value)),
} as const

/** The position of a record without one: after all others. */
const LAST = 9999

/** The position of a record in its list. */
export const placeField = {
  schema: v.pipe(
    wholeNumber(0, LAST, `A whole number from 0 to ${LAST}`),
    v.transform((place) => place ?? LAST),
  ),
  label: 'Place',
  inputMode: 'numeric',
  beside: true,
  format: (value: number) => (value === LAST ? '' : String(value)),
} as const

/** A picture and its description (PictureField). The parameters are those of ownPicture. */
export const pictureFields = (heading: string, ...picture: Parameters<typeof ownPicture>) =>
  ({
    image_url: {
      schema: ownPicture(...picture),
      label: 'Link to the picture',
      heading,
      inputMode: 'url',
      hint: 'Filled in when you send one. Clear it to remove the picture.',
    },
    image_alt: {
      schema: orNull(line(300)),
      label: 'What the picture shows',
      hint: 'For people who cannot see it: one sentence. Required with a picture.',
      optional: false,
    },
  }) as const
