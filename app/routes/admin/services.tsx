import { href } from 'react-router'
import { publishedParts, publishedTabs } from '#app/features/console/parts.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { listServices, serviceBulk, type ServiceLine } from '#app/features/services/admin.server.ts'
import { serviceTypes, startingPrice, typeLabel } from '#app/features/services/labels.ts'
import { ShownBadge } from '#app/features/console/shown-badge.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/services'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, publishedParts)
  const page = await listServices(admin, address).catch(orLog('Could not list the services', unreadCounted))
  return { address, page, actions: recordActions(address.show, { publishes: true, move }) }
}

const move = {
  label: 'Move to',
  options: serviceTypes.map((value) => ({ value, label: typeLabel(value) })),
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(serviceBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Services', description: 'Admin console.', index: false })

const columns: readonly Column<ServiceLine>[] = [
  {
    label: 'Status',
    value: ({ published_at, publish_at, deleted_at }) => <ShownBadge {...{ published_at, publish_at, deleted_at }} />,
  },
  { label: 'Kind', value: ({ service_type }) => typeLabel(service_type) },
  { label: 'From', value: ({ base_price }) => startingPrice(base_price), kind: 'number' },
  { label: 'Changed', value: ({ updated_at }) => formatDay(updated_at), kind: 'short' },
]

export default function Services({ loaderData: { address, page, actions }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="Services"
      page={page}
      address={address}
      parts={publishedTabs()}
      searchIn="Name"
      create={{ to: href('/admin/catalogue/services/new'), label: 'New service' }}
      empty={{ title: 'No service here.', hint: 'Tutoring, editing, formatting or statistics help, agreed on WhatsApp.' }}
      getKey={({ id }) => id}
      total={{ count: page.count, one: 'service', many: 'services' }}
      bulk={{ actions, result: actionData, getName: ({ service_name }) => service_name, exportList: 'services' }}
      columns={columns}
    >
      {({ id, service_name }) => <RecordName to={href('/admin/catalogue/services/:id', { id })} name={service_name} />}
    </AdminList>
  )
}
