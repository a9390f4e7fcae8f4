import { Outlet } from 'react-router'
import { hideAdmin, recogniseAdmin } from '#app/features/console/require-admin.server.ts'
import type { Handle } from '#app/platform/pages/handle.ts'
import type { Route } from './+types/as-visitor'

export const handle: Handle = { isFramed: true }
export const middleware: Route.MiddlewareFunction[] = [recogniseAdmin, hideAdmin]

/** A page of the site as visitors without a session see it, for the preview of an admin. */
export default function AsVisitor() {
  return <Outlet />
}
