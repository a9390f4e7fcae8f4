import { href, redirect } from 'react-router'
import { setOnSale } from '../features/uploads/commands.server.ts'
import { ownWorkFigures } from '../features/uploads/queries.server.ts'
import { findUploadOfPage } from '../features/uploads/upload-of-page.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { type ToastMessage, redirectWithToast } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import type { Route } from './+types/work-on-sale'

/** Reads the work for the question. One that is not the user's approved upload leads back to the list. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findUploadOfPage(context, params.id)
  const figures = found && (await orUnavailable(context, ownWorkFigures(found.user))).get(found.upload.id)
  if (found?.upload.upload_status !== 'approved' || !figures) {
    throw redirect(href('/upload-materials'), 303)
  }
  return { title: found.upload.title, isWithheld: figures.is_withheld }
}

/** Takes the work off sale, or puts it back. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const isOnSale = (await readForm(request, context)).get('intent') === 'put back'
  return redirectWithToast(context, href('/upload-materials'), await outcome())

  async function outcome(): Promise<ToastMessage> {
    try {
      if (!looksLikeUuid(params.id) || !(await setOnSale(user, params.id, isOnSale))) {
        return { title: 'Nothing was changed', text: 'Its state has changed since, or it is not among your works.', kind: 'bad' }
      }
    } catch (error) {
      logFailure('Could not take a work off sale or put it back', error)
      return { title: 'Nothing was changed', text: 'It did not work. Please try again in a minute.', kind: 'bad' }
    }
    return isOnSale
      ? { title: 'It is on sale again', kind: 'good' }
      : { title: 'It is off sale', text: 'Nobody can find or buy it now. Buyers keep their file.', kind: 'good' }
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'A work on sale', description: 'Take a work off sale, or put it back.', index: false })

export default function WorkOnSale({ loaderData: { title, isWithheld } }: Route.ComponentProps) {
  return (
    <form className="stack narrow" method="post">
      <AccountField />
      <h1>{isWithheld ? 'Put this work back on sale?' : 'Take this work off sale?'}</h1>
      <p>
        <b>{title}</b>{' '}
        {isWithheld
          ? 'is found and sold again, at its earlier price.'
          : 'leaves the shop at once. Buyers keep their file, sales so far stay yours, and you can put it back at any time.'}
      </p>
      <p className="row">
        <button className={isWithheld ? 'btn go' : 'btn no'} name="intent" value={isWithheld ? 'put back' : 'take off'}>
          {isWithheld ? 'Put it back' : 'Take it off sale'}
        </button>
        <a className="btn bare" href={href('/upload-materials')}>
          {isWithheld ? 'Not now' : 'Keep it on sale'}
        </a>
      </p>
    </form>
  )
}
