import { listPostLines } from '#app/features/blog/admin.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { publishedParts, publishedTabs } from '#app/features/console/parts.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/posts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, publishedParts)
  const page = await listPostLines(admin, address).catch(orLog('Could not list the posts', unreadPage))
  return { address, page }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Posts', description: 'Admin console.', index: false })

export default function Posts({ loaderData: { address, page } }: Route.ComponentProps) {
  return (
    <AdminList
      title="Posts"
      page={page}
      address={address}
      parts={publishedTabs('Drafts')}
      searchIn="Title"
      create={{ to: '/admin/catalogue/posts/new', label: 'New post' }}
      empty={{ title: 'No post here.', hint: 'What you write for students. A draft is seen by nobody else.' }}
      getKey={({ id }) => id}
    >
      {({ id, post_title, upload_date, published_at, deleted_at, updated_at }) => (
        <Line
          to={`/admin/catalogue/posts/${id}`}
          name={post_title}
          details={`dated ${formatDay(upload_date)} · changed ${formatDay(updated_at)}`}
        >
          {deleted_at ? (
            <span className="badge rejected">deleted</span>
          ) : (
            !published_at && <span className="badge pending">draft</span>
          )}
        </Line>
      )}
    </AdminList>
  )
}
