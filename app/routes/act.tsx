import { Outlet, redirect } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { isSubmission } from '#app/features/shell/full-disk.server.ts'
import { getPage } from '#app/platform/forms/act-address.ts'
import type { Route } from './+types/act'

/** Leads whoever opens the address of an act, as after signing in, to its page. A form that is not saved shows it there. */
export function loader({ url, pattern, context }: Route.LoaderArgs) {
  // A redirect would win over the 404 with which the page's loader hides the console.
  if (pattern.startsWith('admin/')) {
    requireAdmin(context)
  }
  if (!isSubmission(context)) {
    throw redirect(getPage(url.pathname), 303)
  }
  return null
}

export default function Act() {
  return <Outlet />
}
