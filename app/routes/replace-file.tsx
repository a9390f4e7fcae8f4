import { href, data, Form } from 'react-router'
import { checkForm, failureResponse } from '../features/uploads/check-upload.ts'
import { FilePart } from '../features/uploads/file-part.tsx'
import { ownUploads } from '../features/uploads/queries.server.ts'
import { publicHolidays, shownUpload } from '../features/uploads/shown-uploads.server.ts'
import { receiveReplacement } from '../features/uploads/receive-upload.server.ts'
import { findUploadOfPage } from '../features/uploads/upload-of-page.server.ts'
import { useFileForm } from '../features/uploads/use-file-form.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/replace-file'

export const handle: Handle = { hydrate: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const { user, profileId, upload } = await pendingUpload(params.id, context)
  const [rows, holidays] = await Promise.all([
    ownUploads(user, profileId).catch(orLog('Could not read the uploads of a student', [])),
    publicHolidays(visitorClient(context)),
  ])
  return {
    account: user.userId,
    upload: shownUpload(upload, holidays),
    uploads: { now: rows.map((row) => shownUpload(row, holidays)) },
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { user, upload } = await pendingUpload(params.id, context)
  const outcome = await receiveReplacement(request, context, user, upload)
  if ('result' in outcome) {
    const { result, status } = outcome
    return data(result, { status, headers: status === 413 ? { connection: 'close' } : {} })
  }
  return redirectWithToast(context, href('/upload-materials'), {
    title: 'The new file is with the reviewer',
    text: 'The old one is removed.',
  })
}

/** Calls the action; the connection may fail. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    return failureResponse(error)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Replace the file', description: 'Send a better file before the reviewer answers.', index: false })

export default function ReplaceFile({ loaderData: { account, upload, uploads }, actionData }: Route.ComponentProps) {
  const { shown, errors, transfer, uploading, same, stored, chosen, cancel, beforeSending } = useFileForm({
    account,
    uploads,
    replacing: upload.id,
    result: actionData ?? null,
    check: (sent) => checkForm(sent),
  })
  return (
    <div className="stack narrow">
      <h1>Replace the file</h1>
      <div className="stack">
        <h2 className="h3">{upload.title}</h2>
        <p className="small soft">{upload.details}</p>
        {upload.notes && (
          <div className={upload.asked ? 'note asked' : 'note'}>
            {upload.asked && <b>The reviewer asks for a change</b>}
            <p className="lines">{upload.notes}</p>
          </div>
        )}
      </div>
      <Form className="stack" method="post" encType="multipart/form-data" noValidate onSubmit={beforeSending}>
        <AccountField />
        <FilePart
          transfer={transfer}
          errors={errors}
          stored={stored}
          same={same}
          disabled={uploading}
          onChoose={chosen}
          onCancel={cancel}
          address={href('/upload-materials/:id/replace', { id: upload.id })}
        />
        <p className="hint">
          The title and everything else stay as they are (
          <a href={href('/upload-materials/:id/edit', { id: upload.id })}>edit the title</a>). The review time starts again on the
          day you send the file.
        </p>
        <ErrorSummary error={shown && { ...shown, text: shown.headline }} />
        <p className="row">
          <button className="btn go" disabled={uploading}>
            {uploading ? 'Uploading...' : 'Send the new file'}
          </button>
          <a className="btn bare" href={href('/upload-materials')}>
            Keep the old one
          </a>
        </p>
      </Form>
    </div>
  )
}

/**
 * Returns the user's own pending upload.
 * @throws 404 if there is none.
 */
async function pendingUpload(id: string, context: Route.LoaderArgs['context']) {
  const found = await findUploadOfPage(context, id)
  if (found?.upload.upload_status !== 'pending') {
    throw notFound('There is nothing to replace', 'It is not among your uploads, or has been reviewed since.', {
      to: href('/upload-materials'),
      label: 'Back to your uploads',
    })
  }
  return found
}
