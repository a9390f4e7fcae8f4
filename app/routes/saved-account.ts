import { href, redirect } from 'react-router'
import { accountWorks, removeSavedWork, removeSavedWorks, saveWorks } from '../features/saved/account-works.server.ts'
import { readForm, submittedValues } from '../platform/forms/form.server.ts'
import { looksLikeSlug } from '../platform/pages/keys.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { userContext } from '../platform/session/session.server.ts'
import type { Route } from './+types/saved-account'

/** Redirects to the page of saved works. */
export function loader() {
  return redirect(href('/saved'), 303)
}

/** Changes the works saved in the account and returns them as JSON, for the script of the site. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = context.get(userContext)
  const { add = '', remove, clear } = submittedValues(await readForm(request, context))
  if (!user) {
    return Response.json([], { status: 401 })
  }
  const change = clear
    ? removeSavedWorks(user)
    : remove
      ? removeSavedWork(user, remove)
      : saveWorks(user, add.split(',').filter(looksLikeSlug))
  const works = await orUnavailable(
    context,
    change.then((saved) => (saved === false ? null : accountWorks(user))),
  )
  return works
    ? Response.json(works, { headers: { 'cache-control': 'no-store' } })
    : Response.json([], { status: 401, headers: { 'cache-control': 'no-store' } })
}
