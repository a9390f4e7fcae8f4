import { createContext, type MiddlewareFunction, redirectDocument, type RouterContextProvider } from 'react-router'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { signInPath } from '#app/platform/session/return-path.ts'
import { type CurrentUser, userContext, unknownSessionContext } from '#app/platform/session/session.server.ts'
import { orUnavailable, unavailable } from '#app/platform/pages/unavailable.server.ts'

/** The signed-in admin, or null. Set by `recogniseAdmin`, read with `requireAdmin`. */
const adminContext = createContext<CurrentUser | null>(null)

/**
 * Sends guests of the admin console to /auth and back. Signed-in users who are not admins are rejected by
 * `requireAdmin`, which every loader and action of the console calls for its client. A rejection thrown here would lack
 * the root's data, and so reveal the console.
 * @throws the page that says so (503) if the backend is unavailable.
 */
export const recogniseAdmin: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  // Signing in again would not help while the backend is unavailable.
  if (context.get(unknownSessionContext)) {
    throw unavailable()
  }
  const user = context.get(userContext)
  if (!user) {
    // Loads the whole document, because the next page has no framework.
    throw redirectDocument(signInPath(url.pathname + url.search), 303)
  }
  const profile = await orUnavailable(context, ownUserType(user))
  context.set(adminContext, profile?.user_type === 'Admin' ? user : null)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // Called here, because otherwise the router's response reveals that a section without an action exists.
    requireAdmin(context)
  }
}

async function ownUserType({ client, userId }: CurrentUser): Promise<{ user_type: string } | null> {
  const { data } = await client.from('profiles').select('user_type').eq('user_id', userId).maybeSingle().throwOnError()
  return data
}

/**
 * Returns the signed-in admin.
 * @throws the site's 404 for an unknown path for all other users.
 */
export function requireAdmin(context: Readonly<RouterContextProvider>): CurrentUser {
  const admin = context.get(adminContext)
  if (!admin) {
    throw notFound('Page Not Found', 'There is no page at this address. It may have moved, or a letter is missing.', {
      to: '/',
      label: 'Return to Home',
    })
  }
  return admin
}
