import { LogEntry } from '#app/features/audit-log/log-entry.tsx'
import { listLog, logParts, type LogLine } from '#app/features/audit-log/queries.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList } from '#app/features/console/admin-list.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/log'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, logParts)
  return { address, page: await listLog(admin, address).catch(orLog('Could not list the audit log', unreadPage)) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Audit log', description: 'Admin console.', index: false })

export default function Log({ loaderData: { address, page } }: Route.ComponentProps) {
  return (
    <AdminList
      title="Audit log"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'review', label: 'Reviews' },
        { show: 'material', label: 'Materials' },
        { show: 'catalogue', label: 'Rest of catalogue' },
        { show: 'people', label: 'People' },
        { show: 'money', label: 'Money' },
        { show: 'settings', label: 'Texts and settings' },
      ]}
      searchIn="Action, name or id"
      empty={{
        title: 'Nothing was done here yet.',
        hint: 'Everything that an admin does is listed here. Nobody can change or remove an entry.',
      }}
      getKey={({ id }: LogLine) => String(id)}
    >
      {(entry) => <LogEntry {...entry} />}
    </AdminList>
  )
}
