import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import type { Route } from './+types/not-found'

export function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  requireAdmin(context)
  throw notFound('Page Not Found', 'The admin console has no page at this address.', { to: href('/admin'), label: 'Today' })
}

export function action(args: Route.ActionArgs) {
  return loader(args)
}

export default function AdminNotFound() {
  return <h1>Page Not Found</h1>
}
