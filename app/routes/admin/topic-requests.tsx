import { askFirst, readSelection, runBulk } from '#app/features/console/bulk.server.ts'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { listRequests, requestParts } from '#app/features/topic-requests/admin.server.ts'
import { closeRequests } from '#app/features/topic-requests/bulk.server.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { data } from 'react-router'
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
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const selection = readSelection(await readForm(request), looksLikeUuid)
  if (selection?.intent !== 'close') {
    return data(actionResult(sentences.gone), { status: 400 })
  }
  const count = selection.ids.length
  return selection.isConfirmed
    ? runBulk(selection, 'closed', (ids) => closeRequests(admin, ids))
    : askFirst(
        selection,
        `Close ${count} ${count === 1 ? 'request' : 'requests'} without an answer? This cannot be undone.`,
        `Close ${count}`,
      )
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topic requests', description: 'Admin console.', index: false })

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
        searchIn="Topic"
        empty={{ title: 'No request here.', hint: 'Students ask on the page Request a topic.' }}
        getKey={({ id }) => id}
        bulk={
          address.show === 'open'
            ? {
                actions: [{ intent: 'close', label: 'Close without an answer' }],
                result: actionData,
                getName: ({ topic }) => topic,
              }
            : undefined
        }
      >
        {({ id, topic, student, programme, deadline, created_at }) => (
          <Line
            to={`/admin/people/requests/${id}`}
            name={topic}
            details={[student, programme, `asked ${formatDay(created_at)}`].filter(Boolean).join(' · ')}
          >
            {deadline && address.show === 'open' && <span className="badge pending">by {formatDay(deadline)}</span>}
          </Line>
        )}
      </AdminList>
    </div>
  )
}
