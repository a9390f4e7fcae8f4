import { data, href } from 'react-router'
import { editUpload } from '../features/uploads/commands.server.ts'
import { editForm } from '../features/uploads/schema.ts'
import { publicHolidays, shownUpload } from '../features/uploads/shown-uploads.server.ts'
import { requireUploadOfPage } from '../features/uploads/upload-of-page.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { formFields } from '../platform/forms/form-fields.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse } from '../platform/pages/unavailable.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextArea } from '../ui/field.tsx'
import type { Route } from './+types/edit-upload'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { upload } = await requireUploadOfPage(context, params.id)
  return { upload: shownUpload(upload, await publicHolidays(visitorClient(context))) }
}

/** Saves title and description. A request for changes remains open: it is answered with a file or in words. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const user = requireUser(context)
  markFormResponse(context)
  const form = await readForm(request, context)
  const { values, errors } = checkForm(editForm, Object.fromEntries(form))
  const reject = (text: string, status: number, marked: Record<string, string> = {}) =>
    data({ text, values: submittedValues(form), errors: marked }, { status })
  if (errors) {
    return reject('Check the marked field, then save it again.', 400, errors)
  }
  try {
    const isSaved = looksLikeUuid(params.id) && (await editUpload(user, params.id, values))
    return isSaved
      ? redirectWithToast(context, href('/upload-materials'), {
          title: 'Title and description are saved',
          text: 'The reviewer sees them now.',
          kind: 'good',
        })
      : reject('It has been reviewed since. Nothing was changed.', 409)
  } catch (error) {
    logFailure('Could not edit an upload', error)
    return reject('It could not be saved. Try again in a minute.', 503)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Edit title and description', description: 'Correct what you wrote about your work.', index: false })

export default function EditUpload({ loaderData: { upload }, actionData }: Route.ComponentProps) {
  const values = actionData?.values ?? { title: upload.title, description: upload.description ?? '' }
  const fields = formFields(editForm, values, actionData?.errors ?? {})
  return (
    <div className="stack narrow">
      <nav className="crumb" aria-label="Where you are">
        <a href={href('/upload-materials')}>Your uploads</a>
      </nav>
      <h1>Edit title and description</h1>
      <ErrorSummary error={actionData && { title: 'Not saved', ...actionData }} />
      {upload.pending ? (
        <form className="stack" method="post" noValidate>
          <AccountField />
          <TextArea label="Title" {...fields.title} rows={3} hint="As on its first page. The Council allows up to 22 words." />
          <TextArea label="Description" optional {...fields.description} rows={6} />
          <p className="hint">
            {upload.asked
              ? 'The reviewer still waits for your answer: send a new file or a message as well.'
              : 'Your place in the review stays the same.'}
          </p>
          <p className="row">
            <button className="btn go">Save</button>
            <a className="btn bare" href={href('/upload-materials')}>
              Cancel
            </a>
          </p>
        </form>
      ) : (
        <>
          <p>
            This work has been reviewed, so its words stay as they are. <a href={href('/contact')}>Write to us</a> about a mistake
            in them.
          </p>
          {/* Without the form, the text would be lost. */}
          {actionData && <p className="note lines">{`${actionData.values.title}\n${actionData.values.description}`}</p>}
        </>
      )}
    </div>
  )
}
