import { data, type RouterContextProvider } from 'react-router'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { actionResult, sentences } from '../console/action-result.ts'
import { withPasswordAgain } from './confirm-password.server.ts'

type Admin = Pick<CurrentUser, 'client'>

/** An export: the form with the password, the name of the content for the log, and the function that generates the file. */
type Export<File> = { form: FormData; content: string; generate: (admin: Admin) => Promise<File> }

/**
 * Returns an action's response with a file that only an admin who confirms their password gets, or with the error for
 * the password's field. A failure is logged.
 */
export async function exportWithPassword<File>(
  context: Readonly<RouterContextProvider>,
  admin: Pick<CurrentUser, 'email'>,
  { form, content, generate }: Export<File>,
) {
  try {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) => generate({ client }))
    return 'rejection' in outcome
      ? data(actionResult(sentences.fields, { errors: { password: outcome.rejection } }), { status: outcome.status })
      : { file: outcome.done }
  } catch (error) {
    logFailure(`Could not export ${content}`, error)
    return data(actionResult('The file could not be exported. Try again in a minute.'), { status: 502 })
  }
}
