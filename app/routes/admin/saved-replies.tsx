import { href, Link } from 'react-router'
import { AdminList, Line } from '#app/features/console/admin-list.tsx'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { listSavedReplies, savedReplyBulk, savedReplyParts } from '#app/features/contact-messages/saved-replies.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { shortened } from '#app/platform/text/strings.ts'
import type { Route } from './+types/saved-replies'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, savedReplyParts)
  const page = await listSavedReplies(admin, address).catch(orLog('Could not list the saved replies', unreadCounted))
  return { address, page, actions: recordActions(address.show, { publishes: false }) }
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(savedReplyBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Saved replies', description: 'Admin console.', index: false })

const EXCERPT = 120

export default function SavedReplies({ loaderData: { address, page, actions }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/messages')}>Messages</Link>
      </nav>
      <AdminList
        title="Saved replies"
        page={page}
        address={address}
        parts={[
          { show: 'all', label: 'All' },
          { show: 'deleted', label: 'Deleted' },
        ]}
        searchIn="Name or words"
        create={{ to: href('/admin/people/messages/saved-replies/new'), label: 'New saved reply' }}
        empty={{ title: 'No saved reply here.', hint: 'Save a text that you send often, and choose it when you reply.' }}
        getKey={({ id }) => id}
        bulk={{ actions, result: actionData, getName: ({ name }) => name }}
      >
        {({ id, name, body, deleted_at }) => (
          <Line to={href('/admin/people/messages/saved-replies/:id', { id })} name={name} details={shortened(body, EXCERPT)}>
            {deleted_at && <span className="badge pending">deleted</span>}
          </Line>
        )}
      </AdminList>
    </div>
  )
}
