import { FunctionsHttpError } from '@supabase/supabase-js'

/** Describes the failure of an edge function for the log: its status and its message, if it responded with one. */
export async function functionFailure(failure: unknown): Promise<string> {
  if (!(failure instanceof FunctionsHttpError)) {
    return failure instanceof Error ? failure.message : String(failure)
  }
  const response = failure.context as Response
  return `${response.status} ${await response.text()}`
}
