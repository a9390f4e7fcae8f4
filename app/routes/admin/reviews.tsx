import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import type { Column } from '#app/features/console/record-table.tsx'
import { DueBadge } from '#app/features/console/due-badge.tsx'
import { getReviewLabel } from '#app/features/reviews/labels.ts'
import { listReviews, reviewParts } from '#app/features/reviews/queries.server.ts'
import { publicHolidays } from '#app/features/uploads/shown-uploads.server.ts'
import { getLabel, uploadFormats } from '#app/features/uploads/labels.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/reviews'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, reviewParts)
  const holidays = await publicHolidays(visitorClient(context))
  const page = await listReviews(admin, address, holidays).catch(orLog('Could not list the reviews', unreadPage))
  return { address, page, today: dayInLagos(new Date()) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Reviews', description: 'Admin console.', index: false })

const empty: Record<string, string> = {
  pending: 'No upload is waiting for you.',
  asked: 'No changes were requested.',
  approved: 'Nothing was approved yet.',
  rejected: 'Nothing was rejected.',
}

type Review = Awaited<ReturnType<typeof listReviews>>['rows'][number]

const columns = (today: string): readonly Column<Review>[] => [
  { label: 'Student', value: ({ student }) => student },
  { label: 'Category', value: ({ category }) => getReviewLabel(category) },
  { label: 'Format', value: ({ format }) => getLabel(uploadFormats, format) },
  { label: 'Sent', value: ({ created_at }) => formatDay(created_at), kind: 'short' },
  { label: 'Due', value: ({ due }) => <DueBadge due={due} today={today} /> },
]

export default function Reviews({ loaderData: { address, page, today } }: Route.ComponentProps) {
  return (
    <AdminList
      title="Reviews"
      page={page}
      address={address}
      parts={[
        { show: 'pending', label: 'Waiting for you' },
        { show: 'asked', label: 'Waiting for the student' },
        { show: 'approved', label: 'Approved' },
        { show: 'rejected', label: 'Rejected' },
      ]}
      searchIn="Title"
      empty={{ title: empty[address.show] ?? '', hint: 'Students send their works in on the upload page.' }}
      getKey={({ id }) => id}
      columns={columns(today)}
      heading="Upload"
    >
      {({ id, title }) => <RecordName to={href('/admin/reviews/:id', { id })} name={title} />}
    </AdminList>
  )
}
