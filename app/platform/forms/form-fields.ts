import type * as v from 'valibot'

/** The fields of a form, each with its schema. */
type FormSchema = { entries: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> }

/** A schema, or a step of its pipe. */
type Step = { type?: string; requirement?: unknown; pipe?: readonly Step[] }

/** The name of a field. */
export type FieldName<Schema extends FormSchema> = keyof Schema['entries'] & string

/** The props of a control (ui/field.tsx). */
export type FieldProps = {
  name: string
  defaultValue: string | undefined
  error: string | undefined
  required?: true
  /** Number of characters. */
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
  const fields: Record<string, FieldProps> = {}
  for (const [name, field] of Object.entries(entries)) {
    fields[name] = { name, defaultValue: values[name], error: errors[name] }
    addBounds(fields[name], field)
  }
  return fields
}

/**
 * Adds the bounds of a field's schema and of the steps of its pipe, which may begin with another pipe. The last step of
 * a type wins.
 */
function addBounds(props: FieldProps, step: Step): void {
  step.pipe?.forEach((inner) => addBounds(props, inner))
  if (step.type === 'max_length') {
    props.maxLength = Number(step.requirement)
  } else if (step.type === 'picklist' || (step.type === 'min_length' && step.requirement)) {
    props.required = true
  }
}
