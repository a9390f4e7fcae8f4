import { href, redirect } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import type { Route } from './+types/figures'

/** Redirects the old address of the statistics. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(context)
  return redirect(`${href('/admin/statistics')}${new URL(request.url).search}`, 301)
}
