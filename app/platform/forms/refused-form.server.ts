import type { RouterContextProvider } from 'react-router'
import { userContext } from '../session/session.server.ts'
import { ACCOUNT_FIELD } from './account-field.ts'
import { parseForm } from './form.server.ts'
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
      throw keepText(request, fields, null)
    }
  }
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
