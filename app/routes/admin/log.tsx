import { href } from 'react-router'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { LogEntry } from '#app/features/audit-log/log-entry.tsx'
import {
  listActors,
  listLog,
  logAsCsv,
  type LogFilters,
  type LogLine,
  logParts,
  SYSTEM,
} from '#app/features/audit-log/queries.server.ts'
import { ExportForm } from '#app/features/console/export-form.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList } from '#app/features/console/admin-list.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { type ListDays, readDayFilter } from '#app/platform/lists/day-filter.ts'
import { cleanSearch, readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/log'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const filters = readFilters(new URL(request.url).searchParams)
  const [page, actors] = await Promise.all([
    listLog(admin, filters, readListAddress(request, logParts)).catch(orLog('Could not list the audit log', unreadPage)),
    listActors(admin).catch(orLog('Could not list who is in the audit log', [])),
  ])
  return { filters, page, actors, system: SYSTEM, today: dayInLagos(new Date()) }
}

/** Exports the entries of the list for an owner who confirms their password. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const filters = readFilters(new URLSearchParams(submittedValues(form)))
  return exportWithPassword(context, admin, { form, content: 'the audit log', generate: (as) => logAsCsv(as, filters) })
}

function readFilters(parameters: URLSearchParams): LogFilters & ListDays {
  const person = parameters.get('person') ?? ''
  return {
    search: cleanSearch(parameters.get('search'), 200),
    show: logParts.find((part) => part === parameters.get('show')) ?? 'all',
    person: person === SYSTEM || looksLikeUuid(person) ? person : '',
    ...readDayFilter(parameters),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Audit log', description: 'Admin console.', index: false })

export default function Log({ loaderData: { filters, page, actors, system, today } }: Route.ComponentProps) {
  const { search, show, person, from, to, period } = filters
  const hasRows = page.rows !== null && page.rows.length > 0
  return (
    <div className="stack">
      <AdminList
        title="Audit log"
        page={page}
        address={{ search, show }}
        parts={[
          { show: 'all', label: 'All' },
          { show: 'review', label: 'Reviews' },
          { show: 'material', label: 'Materials' },
          { show: 'catalogue', label: 'Rest of catalogue' },
          { show: 'people', label: 'People' },
          { show: 'money', label: 'Money' },
          { show: 'settings', label: 'Texts and settings' },
        ]}
        searchIn="Action, name, value or id"
        choices={[
          {
            name: 'person',
            label: 'Who',
            all: 'Everyone',
            value: person,
            options: [...actors.map(({ id, name }) => ({ value: id, label: name })), { value: system, label: 'The system' }],
          },
        ]}
        dates={{ from, to, period, max: today }}
        empty={{
          title: 'Nothing was done here yet.',
          hint: 'Everything that an admin does is listed here. Nobody can change or remove an entry.',
        }}
        getKey={({ id }: LogLine) => String(id)}
      >
        {(entry) => <LogEntry {...entry} />}
      </AdminList>
      {hasRows && (
        <ExportForm
          summary="Export these entries"
          files={[{ action: href('/admin/log'), intent: 'log', title: 'these entries' }]}
          fields={{ search, show, person, from, to }}
        />
      )}
    </div>
  )
}
