import { Link } from 'react-router'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { readDirectory } from '#app/features/topics/queries.server.ts'
import { listTopics, topicParts } from '#app/features/topics/admin.server.ts'
import { parseTopicsQuery } from '#app/features/topics/schema.ts'
import { visitorClient } from '#app/platform/process/backend.server.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/topics'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, topicParts)
  const { area } = parseTopicsQuery(new URL(request.url).searchParams)
  const [page, areas] = await Promise.all([
    listTopics(admin, address, area).catch(orLog('Could not list the topics', unreadPage)),
    readDirectory(visitorClient(context)).then(
      (directory) => directory.areas.map(({ name }) => name),
      orLog('Could not read the subject areas', []),
    ),
  ])
  return { address, page, area, areas }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topics', description: 'Admin console.', index: false })

export default function Topics({ loaderData: { address, page, area, areas } }: Route.ComponentProps) {
  return (
    <AdminList
      title="Topics"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'own', label: 'Our own' },
        { show: 'sample', label: 'Samples' },
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Topic, subject or word"
      choice={{
        name: 'area',
        label: 'Subject area',
        all: 'All subject areas',
        value: area,
        options: areas.map((name) => ({ value: name, label: name })),
      }}
      acts={
        <Link className="btn" to="/admin/catalogue/topics/import">
          Import and export
        </Link>
      }
      create={{ to: '/admin/catalogue/topics/new', label: 'New topic' }}
      empty={{ title: 'No topic here.', hint: 'The free directory: each with a line on what makes it worth doing.' }}
      getKey={({ id }) => id}
    >
      {({ id, topic, subject_area, is_sample, updated_at, deleted_at }) => (
        <Line
          to={`/admin/catalogue/topics/${id}`}
          name={topic}
          details={`${subject_area || 'no subject area'} · changed ${formatDay(updated_at)}`}
        >
          {deleted_at ? <span className="badge pending">deleted</span> : is_sample && <span className="badge">sample</span>}
        </Line>
      )}
    </AdminList>
  )
}
