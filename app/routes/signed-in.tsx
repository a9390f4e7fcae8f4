import { Outlet, redirect } from 'react-router'
import type { Handle } from '../platform/handle.ts'
import { personContext, unknownPersonContext } from '../platform/session.server.ts'
import { unavailable } from '../platform/unavailable.server.ts'
import type { Route } from './+types/signed-in'

export const handle: Handle = { styles: 'all' }

/** Guests go to /auth and come back (SPEC 6). Runs before a body is read. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ url, context }) => {
    // Signing in again would not help while the backend is away.
    if (context.get(unknownPersonContext)) {
      throw unavailable()
    }
    if (!context.get(personContext)) {
      throw redirect(`/auth?next=${encodeURIComponent(url.pathname + url.search)}`, 303)
    }
  },
]

/** There is one so that the guard also runs for a page that loads nothing itself. */
export function loader() {
  return null
}

export default function SignedIn() {
  return <Outlet />
}
