import { href } from 'react-router'
import { AdminList, Line } from '#app/features/console/admin-list.tsx'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { courseParts, curriculumBulk, listCourses } from '#app/features/curriculum/admin.server.ts'
import { programmes } from '#app/features/materials/programmes.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/curriculum'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, courseParts)
  const programme = new URL(request.url).searchParams.get('programme') ?? ''
  const page = await listCourses(admin, address, programme).catch(
    orLog('Could not list the courses of programmes', unreadCounted),
  )
  return { address, page, programme, actions: recordActions(address.show, { publishes: false }) }
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(curriculumBulk, args)
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Courses of programmes', description: 'Admin console.', index: false })

export default function Curriculum({ loaderData: { address, page, programme, actions }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="Courses of programmes"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Code or title"
      choices={[
        {
          name: 'programme',
          label: 'Programme',
          all: 'All programmes',
          value: programme,
          options: programmes.map(({ stored, label }) => ({ value: stored, label })),
        },
      ]}
      create={{ to: href('/admin/catalogue/curriculum/new'), label: 'New course' }}
      empty={{ title: 'No course here.', hint: 'Students find topics by the code or the title of a course.' }}
      getKey={({ id }) => id}
      bulk={{ actions, result: actionData, getName: ({ code, title }) => `${code} ${title}`.trim() }}
    >
      {({ id, code, title, programme: of, level, subjects, deleted_at }) => (
        <Line
          to={href('/admin/catalogue/curriculum/:id', { id })}
          name={`${code} ${title}`.trim()}
          details={[programmes.find(({ stored }) => stored === of)?.label, level, subjects].filter(Boolean).join(' · ')}
        >
          {deleted_at && <span className="badge pending">deleted</span>}
        </Line>
      )}
    </AdminList>
  )
}
