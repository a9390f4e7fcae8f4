import { href } from 'react-router'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { ShownBadge } from '#app/features/console/shown-badge.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { courseBulk, courseParts, listCourses, type CourseLine } from '#app/features/courses/admin.server.ts'
import { categoryNames } from '#app/features/courses/categories.ts'
import { NO_LINK } from '#app/features/courses/labels.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import type { Route } from './+types/courses'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, courseParts)
  const page = await listCourses(admin, address).catch(orLog('Could not list the courses', unreadCounted))
  return { address, page, actions: recordActions(address.show, { publishes: true, move }) }
}

const move = {
  label: 'Move to',
  options: categoryNames.map((value) => ({ value, label: capitalised(value) })),
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(courseBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Courses', description: 'Admin console.', index: false })

const columns: readonly Column<CourseLine>[] = [
  {
    label: 'Status',
    value: ({ status, publish_at, deleted_at, updated_at }) => (
      <ShownBadge
        published_at={status === 'active' ? updated_at : null}
        hidden={status === 'draft' ? 'draft' : 'hidden'}
        {...{ publish_at, deleted_at }}
      />
    ),
  },
  { label: 'Category', value: ({ category }) => capitalised(category) },
  { label: 'Price', value: ({ price }) => formatPrice(price), kind: 'number' },
  { label: 'Changed', value: ({ updated_at }) => formatDay(updated_at), kind: 'short' },
]

export default function Courses({ loaderData: { address, page, actions }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="Courses"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'active', label: 'On the site' },
        { show: 'draft', label: 'Drafts' },
        { show: 'closed', label: 'Hidden' },
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Title"
      create={{ to: href('/admin/catalogue/courses/new'), label: 'New course' }}
      empty={{ title: 'No course here.', hint: 'Trainings in a WhatsApp group. Visitors see those on the site.' }}
      getKey={({ id }) => id}
      total={{ count: page.count, one: 'course', many: 'courses' }}
      bulk={{ actions, result: actionData, getName: ({ title }) => title, exportList: 'courses' }}
      columns={columns}
    >
      {({ id, title, whatsapp_link }) => (
        <>
          <RecordName to={href('/admin/catalogue/courses/:id', { id })} name={title} />
          {!whatsappLink(whatsapp_link) && <p className="small soft">{NO_LINK}</p>}
        </>
      )}
    </AdminList>
  )
}
