import { href, Link } from 'react-router'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { readDirectory } from '#app/features/topics/queries.server.ts'
import { listTopics, topicBulk, topicParts, type TopicLine } from '#app/features/topics/admin.server.ts'
import { parseTopicsQuery } from '#app/features/topics/schema.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/topics'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, topicParts)
  const { area } = parseTopicsQuery(new URL(request.url).searchParams)
  const [page, areas] = await Promise.all([
    listTopics(admin, address, area).catch(orLog('Could not list the topics', unreadCounted)),
    readDirectory(visitorClient(context)).then(
      (directory) => directory.areas.map(({ name }) => name),
      orLog('Could not read the subject areas', []),
    ),
  ])
  const move = { label: 'Move to', options: areas.map((name) => ({ value: name, label: name })) }
  return { address, page, area, areas, actions: recordActions(address.show, { publishes: false, move }) }
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(topicBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topics', description: 'Admin console.', index: false })

const columns: readonly Column<TopicLine>[] = [
  {
    label: 'Status',
    value: ({ is_sample, deleted_at }) =>
      deleted_at ? <span className="badge rejected">deleted</span> : is_sample && <span className="badge">sample</span>,
  },
  { label: 'Subject area', value: ({ subject_area }) => subject_area || 'no subject area' },
  { label: 'Changed', value: ({ updated_at }) => formatDay(updated_at), kind: 'short' },
]

export default function Topics({ loaderData: { address, page, area, areas, actions }, actionData }: Route.ComponentProps) {
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
      choices={[
        {
          name: 'area',
          label: 'Subject area',
          all: 'All subject areas',
          value: area,
          options: areas.map((name) => ({ value: name, label: name })),
        },
      ]}
      acts={
        <Link className="btn" to={href('/admin/catalogue/topics/import')}>
          Import and export
        </Link>
      }
      create={{ to: href('/admin/catalogue/topics/new'), label: 'New topic' }}
      empty={{ title: 'No topic here.', hint: 'The free directory: each with a line on what makes it worth doing.' }}
      getKey={({ id }) => id}
      total={{ count: page.count, one: 'topic', many: 'topics' }}
      bulk={{ actions, result: actionData, getName: ({ topic }) => topic, exportList: 'topics' }}
      columns={columns}
    >
      {({ id, topic }) => <RecordName to={href('/admin/catalogue/topics/:id', { id })} name={topic} />}
    </AdminList>
  )
}
