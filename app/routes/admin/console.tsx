import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { confirmWith, rememberConfirmation } from '#app/features/accounts/confirm-password.server.ts'
import { Keys } from '#app/features/console/keyboard-shortcuts.tsx'
import { InterruptedForm } from '#app/features/console/interrupted-form.tsx'
import { ConsoleNavigation } from '#app/features/console/navigation.tsx'
import { ConsoleSearch } from '#app/features/console/search-box.tsx'
import { countDue } from '#app/features/today/queries.server.ts'
import { PageChanges } from '#app/features/console/page-changes.tsx'
import { requireAnyAdmin, recogniseAdmin } from '#app/features/console/require-admin.server.ts'
import { clearDeviceAtSignOut } from '#app/features/offline/clear-device.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Handle } from '#app/platform/pages/handle.ts'
import consoleStyles from '#app/styles/console.css?url'
import type { Route } from './+types/console'

export const handle: Handle = {
  hydrate: true,
  frame: 'console',
  renderNavigation: (props) => <ConsoleNavigation {...props} />,
  renderSearch: () => <ConsoleSearch />,
}
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: consoleStyles }]
export const middleware: Route.MiddlewareFunction[] = [recogniseAdmin, rememberConfirmation]

/**
 * Rejects everyone but admins on every page of the admin console. This route has no error boundary, so that the site's
 * own boundary responds; the boundary of sections is in layout.tsx.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { roles, ...admin } = requireAnyAdmin(context)
  const [due, troubles] = await Promise.all([
    countDue(admin).catch(orLog('Could not count what is due', {})),
    roles.includes('owner') ? context.get(siteContext).listTroubles() : [],
  ])
  return { confirmWith: confirmWith(context), roles, due: { ...due, troubles: troubles.length } }
}

export default function Console() {
  // The script file of other pages does this there.
  useEffect(clearDeviceAtSignOut, [])
  return (
    <>
      <InterruptedForm />
      <Outlet />
      <Keys />
      <PageChanges />
    </>
  )
}
