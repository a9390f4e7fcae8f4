import { redirect } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import type { Route } from './+types/users'

/** Redirects to the requests that wait for a response. */
export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  throw redirect('/admin/people/requests', 303)
}

export default function People() {
  return null
}
