import { data, type RouterContextProvider } from 'react-router'
import * as v from 'valibot'
import { ACCOUNT_FIELD } from './account-field.ts'
import { rejectForeignForm } from './own-form.server.ts'

/** The submitted values by field, to show them again. Never a password. */
export type Typed = Record<string, string>
/** The errors by field. */
export type FieldErrors = Record<string, string>

/**
 * Reads the form of a request, unless it is of another account than the signed-in one.
 * @throws a 400 for an invalid body, and a 409 with the text of another account's form.
 */
export async function readForm(request: Request, context: Readonly<RouterContextProvider>): Promise<FormData> {
  const form = await parseForm(request)
  rejectForeignForm(request, context, [...form])
  form.delete(ACCOUNT_FIELD)
  return form
}

/**
 * Parses the form of a request. Browsers always send valid forms, so an invalid body gets 400 and is not logged as our
 * failure.
 * @throws that response.
 */
export async function parseForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    if (isSenderFault(error) || request.signal.aborted) {
      throw data(null, { status: 400 })
    }
    throw error
  }
}

/** Returns true if the body was not a form (`formData()` throws a TypeError) or broke off. */
function isSenderFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError')
}

/**
 * Returns the text fields of a form to show again, without files and passwords (fields whose names end in "password").
 */
export function submittedValues(form: FormData): Typed {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && !name.endsWith('password') ? [[name, value]] : [])),
  )
}

/** Checks a form's fields. Returns the values, or the first error of each field. */
export function checkForm<Schema extends v.GenericSchema<Record<string, unknown>, unknown>>(
  schema: Schema,
  fields: Record<string, unknown>,
): { values: v.InferOutput<Schema>; errors: null } | { values: null; errors: FieldErrors } {
  const parsed = v.safeParse(schema, fields)
  if (parsed.success) {
    return { values: parsed.output, errors: null }
  }
  const errors: FieldErrors = {}
  for (const issue of parsed.issues) {
    const field = v.getDotPath(issue) ?? 'form'
    errors[field] ??= issue.message
  }
  return { values: null, errors }
}
