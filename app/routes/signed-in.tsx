import { Outlet, redirect } from 'react-router'
import { ErrorPage } from '../features/shell/error-page.tsx'
import type { Handle } from '../platform/pages/handle.ts'
import { signInPath } from '../platform/session/return-path.ts'
import { userContext, unknownSessionContext } from '../platform/session/session.server.ts'
import { unavailable } from '../platform/pages/unavailable.server.ts'
import { rejectUnsentForm } from '../platform/forms/refused-form.server.ts'
import type { Route } from './+types/signed-in'

export const handle: Handle = { styles: 'all' }

/** Redirects guests to /auth and back (SPEC 6). A form whose session has ended gets its text back. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, url, context }) => {
    const user = context.get(userContext)
    // Signing in again does not help while the backend is unavailable. If the token is valid, a form proceeds to its
    // action, and the page shows the submitted text again (docs/decisions/0020). The backend still rejects a session
    // that has ended (0023).
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (context.get(unknownSessionContext) && (reads || !user)) {
      throw unavailable()
    }
    if (!user) {
      await rejectUnsentForm(request, context)
      throw redirect(signInPath(url.pathname + url.search), 303)
    }
  },
]

/** Returns null. This loader exists so that the guard also runs for pages without a loader. */
export function loader() {
  return null
}

export { ErrorPage as ErrorBoundary }

export default function SignedIn() {
  return <Outlet />
}
