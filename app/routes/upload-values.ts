import { href, redirect } from 'react-router'
import { readArrivedFile } from '../features/uploads/file-values.server.ts'
import { lastUploadYear } from '../features/uploads/upload-year.server.ts'
import { consumeRateLimit } from '../platform/limits/limits.server.ts'
import { readForm, submittedValues } from '../platform/forms/form.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import type { Route } from './+types/upload-values'

/** Redirects to the page with the form. */
export function loader() {
  return redirect(href('/upload-materials'), 303)
}

/**
 * Reads the file that has arrived for the upload form, and returns as JSON why it is rejected, or the values of the
 * form's fields.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const { uploadSession = '', sha256 = '' } = submittedValues(await readForm(request, context))
  const { rejection } = await consumeRateLimit(context, 'file-values')
  if (rejection) {
    return Response.json({}, { status: 429 })
  }
  const yearMax = await lastUploadYear(visitorClient(context))
  const read = await readArrivedFile(context, user, { uploadSession, sha256 }, yearMax).catch(
    orLog('Could not read a file for the upload form', null),
  )
  // The form works without these values.
  return Response.json({ reason: read?.reason ?? null, values: read?.values ?? {} }, { headers: { 'cache-control': 'no-store' } })
}
