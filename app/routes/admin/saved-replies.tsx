import { href, Link, useSearchParams } from 'react-router'
import { AdminList, Line } from '#app/features/console/admin-list.tsx'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import { readOrigin, withOrigin } from '#app/features/console/origin.ts'
import { OriginLink } from '#app/features/console/origin-link.tsx'
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
  const origin = readOrigin(useSearchParams()[0])
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/messages')}>Messages</Link>
        <OriginLink />
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
        create={{ to: withOrigin(href('/admin/people/messages/saved-replies/new'), origin?.to), label: 'New saved reply' }}
        empty={{ title: 'No saved reply here.', hint: 'Save a text that you send often, and choose it when you reply.' }}
        getKey={({ id }) => id}
        bulk={{ actions, result: actionData, getName: ({ name }) => name }}
      >
        {({ id, name, body, deleted_at }) => (
          <Line
            to={withOrigin(href('/admin/people/messages/saved-replies/:id', { id }), origin?.to)}
            name={name}
            details={shortened(body, EXCERPT)}
          >
            {deleted_at && <span className="badge pending">deleted</span>}
          </Line>
        )}
      </AdminList>
    </div>
  )
}
