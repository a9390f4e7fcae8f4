import { href, redirect } from 'react-router'
import { agreeToTerms } from '../features/uploads/commands.server.ts'
import { agreement } from '../features/uploads/labels.ts'
import { readForm, submittedValues } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { type ToastMessage, redirectWithToast } from '../platform/session/toast.server.ts'
import type { Route } from './+types/agree-to-terms'

/** Redirects to the dashboard, which shows the form. */
export function loader() {
  return redirect(href('/dashboard'), 303)
}

/** Records the agreement to the terms for a pending upload that came without it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const { version } = submittedValues(await readForm(request, context))
  return redirectWithToast(context, href('/dashboard'), await result())

  async function result(): Promise<ToastMessage> {
    // The student agrees only to the text that the page showed.
    if (version !== agreement.version) {
      return outdated
    }
    try {
      return looksLikeUuid(params.id) && (await agreeToTerms(user, params.id, version)) ? agreed : gone
    } catch (error) {
      logFailure('Could not record an agreement to the terms', error)
      return failed
    }
  }
}

const agreed: ToastMessage = { title: 'Thank you, you have agreed', text: 'The reviewer can approve it now.', kind: 'good' }
const outdated: ToastMessage = { title: 'The terms have changed', text: 'Read them again, then agree.', kind: 'bad' }
const gone: ToastMessage = {
  title: 'There is nothing to agree to',
  text: 'You agreed before, or this work has its answer or is not among your uploads.',
  kind: 'bad',
}
const failed: ToastMessage = { title: 'Your agreement could not be saved', text: 'Please try again.', kind: 'bad' }
