import type { ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { userContext } from '../session/session.server.ts'
import { ACCOUNT_FIELD } from './account-field.ts'
import { parseForm, readForm } from './form.server.ts'
import { keepText, rejectForeignForm } from './own-form.server.ts'
import { getEntries, IncompleteFormError, receiveForm } from './receive-form.server.ts'

/** A larger form has a file, which is not received. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024

/**
 * Rejects a form that the guard of its page refuses, if it is of another account or its session has ended. Every other
 * request is left to the guard. The body is read, so no action can follow.
 * @throws a 401 or 409 with the form's text.
 */
export async function rejectUnsentForm(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  if (request.method === 'POST' && request.body) {
    const fields = await readFields(request)
    rejectForeignForm(request, context, fields)
    if (!context.get(userContext) && fields.some(([name]) => name === ACCOUNT_FIELD)) {
      throw keepText(request, fields, { signedInAs: null }, 401)
    }
  }
}

/**
 * Rejects a form of an earlier copy of a page, whose buttons have addresses of their own now. Export it as `action`.
 * @throws a 405 with the form's text.
 */
export async function rejectOutdatedForm({ request, context }: ActionFunctionArgs): Promise<never> {
  throw keepText(request, [...(await readForm(request, context))], { signedInAs: null, isOutdated: true }, 405)
}

async function readFields(request: Request): Promise<[string, FormDataEntryValue][]> {
  if (Number(request.headers.get('content-length') ?? Infinity) <= MAX_TEXT_BYTES) {
    return [...(await parseForm(request))]
  }
  try {
    const refused = { directory: '', maxBytes: 0, hasDiskSpace: async () => true, fitting: () => false }
    return getEntries(await receiveForm(request, refused))
  } catch (error) {
    if (error instanceof IncompleteFormError) {
      return []
    }
    throw error
  }
}
