import { href, createContext, data, type MiddlewareFunction, redirectDocument, type RouterContextProvider } from 'react-router'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { signInPath } from '#app/platform/session/return-path.ts'
import { type CurrentUser, userContext, unknownSessionContext } from '#app/platform/session/session.server.ts'
import { toastCookie } from '#app/platform/session/toast.server.ts'
import { orUnavailable, unavailable } from '#app/platform/pages/unavailable.server.ts'
import { rejectUnsentForm } from '#app/platform/forms/refused-form.server.ts'
import { type AdminRole, opens, readRoles } from './roles.ts'

/** An admin with their roles. `isRefused`: none of these opens the address of the request. */
type Admin = CurrentUser & { roles: AdminRole[]; isRefused: boolean }

/** The signed-in admin, or null. Set by `recogniseAdmin`, read with `requireAdmin`. */
const adminContext = createContext<Admin | null>(null)

/**
 * Sends guests of the admin console to /auth and back. Signed-in users who are not admins are rejected by
 * `requireAdmin`, which every loader and action of the console calls for its client. A rejection thrown here would lack
 * the root's data, and so reveal the console.
 * @throws the page that says so (503) if the backend is unavailable.
 */
export const recogniseAdmin: MiddlewareFunction<Response> = async ({ request, url, pattern, context }) => {
  // Signing in again would not help while the backend is unavailable.
  if (context.get(unknownSessionContext)) {
    throw unavailable()
  }
  const user = context.get(userContext)
  if (!user) {
    await rejectUnsentForm(request, context)
    // Loads the whole document, because the next page has no framework.
    throw redirectDocument(signInPath(url.pathname + url.search), 303)
  }
  const [profile, lacksFactor] = await orUnavailable(context, Promise.all([ownUserType(user), mustAddSecondFactor(user)]))
  if (profile?.user_type === 'Admin' && lacksFactor) {
    // The database would refuse everything (private.has_required_factor).
    await rejectUnsentForm(request, context)
    throw redirectDocument(href('/dashboard/security/two-factor'), {
      status: 303,
      headers: {
        'set-cookie': toastCookie(context, {
          title: 'Add a second factor first',
          text: 'An owner requires it of every admin. The console opens after that.',
          kind: 'bad',
        }),
      },
    })
  }
  const roles = readRoles(profile?.admin_roles ?? [])
  // The matched route decides: other spellings of an address (case, percent-encoding) lead to the same page.
  const isRefused = !opens(roles, `/${pattern}`)
  context.set(adminContext, profile?.user_type === 'Admin' ? { ...user, roles, isRefused } : null)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    if (!context.get(adminContext)) {
      // The page may be of an admin who was signed in before.
      await rejectUnsentForm(request, context)
    }
    // Called here, because otherwise the router's response reveals that a section without an action exists.
    requireAdmin(context)
  }
}

/**
 * Shows an admin the page as visitors see it, without their account in the header. Runs after `recogniseAdmin`.
 * @throws 405 for a form: a preview takes none.
 */
export const hideAdmin: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw data(null, { status: 405 })
  }
  if (context.get(adminContext)) {
    context.set(userContext, null)
  }
}

async function ownUserType({ client, userId }: CurrentUser): Promise<{ user_type: string; admin_roles: string[] } | null> {
  const profile = await client
    .from('profiles')
    .select('user_type, admin_roles')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return profile.data
}

async function mustAddSecondFactor({ client }: CurrentUser): Promise<boolean> {
  const lacks = await client.rpc('must_add_second_factor').throwOnError()
  return lacks.data
}

/**
 * Returns the signed-in admin, whose roles open this page.
 * @throws the site's 404 for an unknown path for all other users, and 403 for an admin without the role.
 */
export function requireAdmin(context: Readonly<RouterContextProvider>): Admin {
  const admin = requireAnyAdmin(context)
  if (admin.isRefused) {
    throw data(null, { status: 403, statusText: 'Forbidden' })
  }
  return admin
}

/**
 * Returns the signed-in admin, whatever their roles.
 * @throws the site's 404 for an unknown path for all other users.
 */
export function requireAnyAdmin(context: Readonly<RouterContextProvider>): Admin {
  const admin = context.get(adminContext)
  if (!admin) {
    throw notFound('Page Not Found', 'There is no page at this address. It may have moved, or a letter is missing.', {
      to: href('/'),
      label: 'Return to Home',
    })
  }
  return admin
}
