import { href } from 'react-router'
import { listPostLines, postBulk, type PostLine } from '#app/features/blog/admin.server.ts'
import { bulkRecordsAction, recordActions } from '#app/features/console/bulk-records.server.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { publishedParts, publishedTabs } from '#app/features/console/parts.ts'
import { ShownBadge } from '#app/features/console/shown-badge.tsx'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/posts'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, publishedParts)
  const page = await listPostLines(admin, address).catch(orLog('Could not list the posts', unreadCounted))
  return { address, page, actions: recordActions(address.show, { publishes: true }) }
}

export function action(args: Route.ActionArgs) {
  return bulkRecordsAction(postBulk, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Posts', description: 'Admin console.', index: false })

const columns: readonly Column<PostLine>[] = [
  {
    label: 'Status',
    value: ({ published_at, publish_at, deleted_at }) => (
      <ShownBadge {...{ published_at, publish_at, deleted_at }} hidden="draft" />
    ),
  },
  { label: 'Dated', value: ({ upload_date }) => formatDay(upload_date), kind: 'short' },
  { label: 'Changed', value: ({ updated_at }) => formatDay(updated_at), kind: 'short' },
]

export default function Posts({ loaderData: { address, page, actions }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="Posts"
      page={page}
      address={address}
      parts={publishedTabs('Drafts')}
      searchIn="Title"
      create={{ to: href('/admin/catalogue/posts/new'), label: 'New post' }}
      empty={{ title: 'No post here.', hint: 'What you write for students. A draft is seen by nobody else.' }}
      getKey={({ id }) => id}
      total={{ count: page.count, one: 'post', many: 'posts' }}
      bulk={{ actions, result: actionData, getName: ({ post_title }) => post_title, exportList: 'posts' }}
      columns={columns}
    >
      {({ id, post_title }) => <RecordName to={href('/admin/catalogue/posts/:id', { id })} name={post_title} />}
    </AdminList>
  )
}
