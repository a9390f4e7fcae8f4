import { listLog, logParts, type LogLine } from '#app/features/audit-log/queries.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList } from '#app/features/console/admin-list.tsx'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
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
        { show: 'catalogue', label: 'Rest of the catalogue' },
        { show: 'people', label: 'People' },
        { show: 'money', label: 'Money' },
        { show: 'settings', label: 'Texts and settings' },
      ]}
      searchIn="A record's id, its name, or what was done"
      empty={{
        title: 'Nothing was done here yet.',
        hint: 'Everything that an admin does is listed here. Nobody can change or remove a line.',
      }}
      getKey={({ id }: LogLine) => String(id)}
    >
      {(line) => <LogEntry {...line} />}
    </AdminList>
  )
}

function LogEntry({ who, action, subject, name, changes, notes, created_at }: LogLine) {
  return (
    <details className="long">
      <summary>
        <span>
          <b>{action.replace('.', ': ').replaceAll('_', ' ')}</b> {name ?? subject}
        </span>
        <span className="small">
          {who ?? 'the system'}, {formatMoment(created_at)}
        </span>
      </summary>
      <dl className="pairs small">
        <div>
          <dt>Record</dt>
          <dd>{subject}</dd>
        </div>
        {notes.map(({ key, value }) => (
          <div key={key}>
            <dt>{key.replaceAll('_', ' ')}</dt>
            <dd>{value || 'empty'}</dd>
          </div>
        ))}
        {changes.map(({ column, before, after }) => (
          <div key={column}>
            <dt>{column.replaceAll('_', ' ')}</dt>
            <dd>
              {before || 'empty'} → {after || 'empty'}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
