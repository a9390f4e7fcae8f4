import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { GroupLines } from '#app/features/texts/group-lines.tsx'
import { groupChanges } from '#app/features/texts/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import type { Route } from './+types/settings'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    changed: await groupChanges(requireAdmin(context), 'settings').catch(orLog('Could not read when the settings changed', null)),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Settings', description: 'Admin console.', index: false })

export default function Settings({ loaderData: { changed } }: Route.ComponentProps) {
  return <GroupLines section="settings" title="Settings" changed={changed} />
}
