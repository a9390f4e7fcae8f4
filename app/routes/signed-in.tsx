import { Outlet, redirect } from 'react-router'
import type { Handle } from '../platform/pages/handle.ts'
import { signInPath } from '../platform/session/return-path.ts'
import { personContext, unknownSessionContext } from '../platform/session/session.server.ts'
import { unavailable } from '../platform/pages/unavailable.server.ts'
import type { Route } from './+types/signed-in'

export const handle: Handle = { styles: 'all' }

/** Guests go to /auth and come back (SPEC 6). Runs before a body is read. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, url, context }) => {
    const person = context.get(personContext)
    // Signing in again would not help while the backend is away. A form whose sender is known goes on to its action and comes back with all that
    // was typed (docs/decisions/0020): what it asks of the backend is still refused to a session that has ended (0023).
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (context.get(unknownSessionContext) && (reads || !person)) {
      throw unavailable()
    }
    if (!person) {
      throw redirect(signInPath(url.pathname + url.search), 303)
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
