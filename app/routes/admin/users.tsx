import { href, redirect } from 'react-router'
import { requireAdmin, requireAnyAdmin } from '#app/features/console/require-admin.server.ts'
import { opens } from '#app/features/console/roles.ts'
import { peopleTabs } from '#app/features/console/sections.ts'
import type { Route } from './+types/users'

/** Redirects to the first list that the admin's roles open. */
export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  const { roles } = requireAnyAdmin(context)
  throw redirect(peopleTabs.find(({ to }) => opens(roles, to))?.to ?? href('/admin'), 303)
}

export default function People() {
  return null
}
