import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { courseParts, listCourses } from '#app/features/courses/admin.server.ts'
import { NO_LINK } from '#app/features/courses/labels.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import type { Route } from './+types/courses'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, courseParts)
  const page = await listCourses(admin, address).catch(orLog('Could not list the courses', unreadPage))
  return { address, page }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Courses', description: 'Admin console.', index: false })

export default function Courses({ loaderData: { address, page } }: Route.ComponentProps) {
  return (
    <AdminList
      title="Courses"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'active', label: 'Active' },
        { show: 'draft', label: 'Drafts' },
        { show: 'closed', label: 'Closed' },
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Title"
      create={{ to: '/admin/catalogue/courses/new', label: 'New course' }}
      empty={{ title: 'No course here.', hint: 'Trainings in a WhatsApp group. Visitors see the active ones.' }}
      getKey={({ id }) => id}
    >
      {({ id, title, category, price, whatsapp_link, status, deleted_at, updated_at }) => (
        <Line
          to={`/admin/catalogue/courses/${id}`}
          name={title}
          details={[
            capitalised(category),
            formatPrice(price),
            ...(whatsappLink(whatsapp_link) ? [] : [NO_LINK]),
            `changed ${formatDay(updated_at)}`,
          ].join(' · ')}
        >
          {deleted_at ? (
            <span className="badge rejected">deleted</span>
          ) : (
            status !== 'active' && <span className="badge pending">{status}</span>
          )}
        </Line>
      )}
    </AdminList>
  )
}
