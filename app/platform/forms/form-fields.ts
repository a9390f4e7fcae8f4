import type * as v from 'valibot'

/** The fields of a form, each with its schema. */
type FormSchema = { entries: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> }

/** The name of a field. */
export type FieldName<Schema extends FormSchema> = keyof Schema['entries'] & string

/** What a control gets from its field (ui/field.tsx). */
export type FieldProps = {
  name: string
  defaultValue: string | undefined
  error: string | undefined
  required?: true
  /** In characters. */
  maxLength?: number
}

/**
 * Returns the props of each field of a form: its name, submitted value and error, and the bounds that its schema sets. A name that the
 * schema does not have does not compile: `<TextField label="Title" {...fields.title} />`.
 */
export function formFields<Schema extends FormSchema>(
  { entries }: Schema,
  values: Readonly<Record<string, string>>,
  errors: Readonly<Record<string, string>>,
): Record<FieldName<Schema>, FieldProps> {
  const fields = Object.entries(entries).map(([name, field]): [string, FieldProps] => [
    name,
    { name, defaultValue: values[name], error: errors[name], ...boundsOf(field) },
  ])
  return Object.fromEntries(fields) as Record<FieldName<Schema>, FieldProps>
}

/** Reads the bounds from a field's schema and from the steps of its pipe. The last step of a kind counts. */
function boundsOf(field: object): Pick<FieldProps, 'required' | 'maxLength'> {
  if ('pipe' in field && Array.isArray(field.pipe)) {
    const [own, ...steps] = field.pipe as object[]
    return Object.assign({}, own && (own === field ? {} : boundsOf(own)), ...steps.map(boundsOf)) as ReturnType<typeof boundsOf>
  }
  if ('type' in field && 'requirement' in field && typeof field.requirement === 'number') {
    if (field.type === 'max_length') {
      return { maxLength: field.requirement }
    }
    if (field.type === 'min_length' && field.requirement > 0) {
      return { required: true }
    }
  }
  return 'type' in field && field.type === 'picklist' ? { required: true } : {}
}
