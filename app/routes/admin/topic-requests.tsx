import { href } from 'react-router'
import { closeSelected } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import type { Column } from '#app/features/console/record-table.tsx'
import { listRequests, requestParts } from '#app/features/topic-requests/admin.server.ts'
import { closeRequests } from '#app/features/topic-requests/bulk.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/topic-requests'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, requestParts)
  return {
    address,
    page: await listRequests(admin, address).catch(orLog('Could not list the topic requests', unreadPage)),
  }
}

/** Closes the selected requests without an answer, after a confirmation. */
export async function action(args: Route.ActionArgs) {
  const admin = requireAdmin(args.context)
  return closeSelected(args, { one: 'request', many: 'requests', without: 'an answer' }, (ids) => closeRequests(admin, ids))
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topic requests', description: 'Admin console.', index: false })

type TopicRequest = Awaited<ReturnType<typeof listRequests>>['rows'][number]

const columns: readonly Column<TopicRequest>[] = [
  { label: 'Student', value: ({ student }) => student },
  { label: 'Programme', value: ({ programme }) => programme },
  { label: 'Asked', value: ({ created_at }) => formatDay(created_at), kind: 'short' },
  {
    label: 'Needed by',
    value: ({ deadline }) => deadline && <span className="badge pending">{formatDay(deadline)}</span>,
    kind: 'short',
  },
]

export default function TopicRequests({ loaderData: { address, page }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PeopleTabs />
      <AdminList
        title="Topic requests"
        page={page}
        address={address}
        parts={[
          { show: 'open', label: 'Open' },
          { show: 'answered', label: 'Answered' },
          { show: 'closed', label: 'Closed' },
        ]}
        searchIn="Name, email or topic"
        empty={{ title: 'No request here.', hint: 'Students ask on the page Request a topic.' }}
        getKey={({ id }) => id}
        bulk={
          address.show === 'open'
            ? {
                actions: [
                  { intent: 'answer', label: 'Answer', page: href('/admin/people/requests/answer') },
                  { intent: 'close', label: 'Close without an answer' },
                ],
                result: actionData,
                getName: ({ topic }) => topic,
              }
            : undefined
        }
        columns={columns}
        heading="Topic"
      >
        {({ id, topic }) => <RecordName to={href('/admin/people/requests/:id', { id })} name={topic} />}
      </AdminList>
    </div>
  )
}
