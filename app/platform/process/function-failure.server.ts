import { FunctionsHttpError } from '@supabase/supabase-js'

/** Why a function of the backend failed, for the log: its status and its sentence, if it answered with one. */
export async function functionFailure(failure: unknown): Promise<string> {
  if (!(failure instanceof FunctionsHttpError)) {
    return failure instanceof Error ? failure.message : String(failure)
  }
  const answer = failure.context as Response
  return `${answer.status} ${await answer.text()}`
}
