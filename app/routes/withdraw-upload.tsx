import { href, redirect } from 'react-router'
import { withdrawUpload } from '../features/uploads/commands.server.ts'
import { findUploadOfPage } from '../features/uploads/upload-of-page.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { shortened } from '../platform/text/strings.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { type ToastMessage, redirectWithToast } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import type { Route } from './+types/withdraw-upload'

/** Reads the upload for the question. One that is not pending leads back to the list. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findUploadOfPage(context, params.id)
  if (found?.upload.upload_status !== 'pending') {
    throw redirect(href('/upload-materials'), 303)
  }
  return { title: found.upload.title }
}

/** Withdraws a pending upload. Row security allows it only to the owner, and only while it is pending. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const user = requireUser(context)
  await readForm(request, context)
  return redirectWithToast(context, href('/upload-materials'), await outcome())

  async function outcome(): Promise<ToastMessage> {
    if (!looksLikeUuid(params.id)) {
      return gone
    }
    try {
      const withdrawn = await withdrawUpload(user, params.id)
      return withdrawn === 'gone'
        ? gone
        : withdrawn === 'bought'
          ? bought
          : { title: 'Withdrawn', text: `"${shortened(withdrawn.title, 300)}" and its file are removed.`, kind: 'good' }
    } catch (error) {
      logFailure('Could not withdraw an upload', error)
      return failed
    }
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Withdraw a work', description: 'Take a work out of the review.', index: false })

export default function WithdrawUpload({ loaderData: { title } }: Route.ComponentProps) {
  return (
    <form className="stack narrow" method="post">
      <AccountField />
      <h1>Withdraw this work?</h1>
      <p>
        <b>{title}</b> and its file are removed, and it will not be reviewed. You can send it again later.
      </p>
      <p className="row">
        <button className="btn no">Withdraw it</button>
        <a className="btn bare" href={href('/upload-materials')}>
          Keep it
        </a>
      </p>
    </form>
  )
}

const gone: ToastMessage = {
  title: 'It cannot be withdrawn',
  text: 'It has been reviewed since, or is not among your uploads.',
  kind: 'bad',
}
const bought: ToastMessage = {
  title: 'It cannot be withdrawn',
  text: 'It was bought while it was on sale, and buyers keep their file. Nobody can buy it now.',
  kind: 'bad',
}
const failed: ToastMessage = { title: 'It could not be withdrawn', text: 'Nothing was changed. Please try again.', kind: 'bad' }
