import { publishedParts, publishedTabs } from '#app/features/console/parts.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { listServices } from '#app/features/services/admin.server.ts'
import { startingPrice, typeLabel } from '#app/features/services/labels.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/services'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, publishedParts)
  const page = await listServices(admin, address).catch(orLog('Could not list the services', unreadPage))
  return { address, page }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Services', description: 'Admin console.', index: false })

export default function Services({ loaderData: { address, page } }: Route.ComponentProps) {
  return (
    <AdminList
      title="Services"
      page={page}
      address={address}
      parts={publishedTabs()}
      searchIn="Name"
      create={{ to: '/admin/catalogue/services/new', label: 'New service' }}
      empty={{ title: 'No service here.', hint: 'Tutoring, editing, formatting or statistics help, agreed on WhatsApp.' }}
      getKey={({ id }) => id}
    >
      {({ id, service_name, service_type, base_price, published_at, updated_at, deleted_at }) => (
        <Line
          to={`/admin/catalogue/services/${id}`}
          name={service_name}
          details={`${typeLabel(service_type)} · ${startingPrice(base_price)} · changed ${formatDay(updated_at)}`}
        >
          {!published_at && <span className="badge pending">{deleted_at ? 'deleted' : 'hidden'}</span>}
        </Line>
      )}
    </AdminList>
  )
}
