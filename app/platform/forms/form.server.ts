import { data } from 'react-router'
import * as v from 'valibot'

/** What was typed, by field, to be shown again. Never a password. */
export type Typed = Record<string, string>
/** The reason at each field that needs one. */
export type FieldErrors = Record<string, string>

/**
 * The form that a request carries. No browser sends a body that is none; who does is answered 400, and nothing is logged as ours.
 * @throws that answer.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    if (isFaultOfSender(error) || request.signal.aborted) {
      throw data(null, { status: 400 })
    }
    throw error
  }
}

/** A body that is no form (what `formData()` says by a TypeError), one that broke off, or one that the process found too large (server/http/body-limit.ts). */
function isFaultOfSender(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && ['TooLarge', 'AbortError'].includes(error.name))
}

/** The text fields of a form; files and passwords (every field whose name ends so) are left out of what is shown again. */
export function typedIn(form: FormData): Typed {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && !name.endsWith('password') ? [[name, value]] : [])),
  )
}

/** Checks a form's fields. Expected failures are returned, the first reason of each field. */
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
