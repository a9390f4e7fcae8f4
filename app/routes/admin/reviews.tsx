import { operatorOf } from '../../features/console/operator.server.ts'
import { Line, RoomList } from '../../features/console/room-list.tsx'
import { DueBadge } from '../../features/reviews/due-badge.tsx'
import { listReviews, reviewParts } from '../../features/reviews/queries.server.ts'
import { publicHolidays } from '../../features/uploads/shown-uploads.server.ts'
import { labelOf, uploadCategories, uploadFormats } from '../../features/uploads/words.ts'
import { visitorClient } from '../../platform/process/backend.server.ts'
import { noted } from '../../platform/process/failures.server.ts'
import { dayInLagos, formatDay } from '../../platform/text/dates.ts'
import { readListAddress, unreadPage } from '../../platform/lists/keyset.server.ts'
import { pageMeta } from '../../platform/pages/page-meta.ts'
import type { Route } from './+types/reviews'

export async function loader({ request, context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const address = readListAddress(request, reviewParts)
  const holidays = await publicHolidays(visitorClient(context))
  const page = await listReviews(operator, address, holidays).catch(noted('The reviews could not be listed', unreadPage))
  return { address, page, today: dayInLagos(new Date()) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Reviews', description: 'The console.', index: false })

const empty: Record<string, string> = {
  pending: 'No work waits for you.',
  asked: 'No student was asked for changes.',
  approved: 'Nothing was approved yet.',
  rejected: 'Nothing was rejected.',
}

export default function Reviews({ loaderData: { address, page, today } }: Route.ComponentProps) {
  return (
    <RoomList
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
      keyOf={({ id }) => id}
    >
      {({ id, title, student, category, format, created_at, due }) => (
        <Line
          to={`/admin/reviews/${id}`}
          name={title}
          facts={[student, labelOf(uploadCategories, category), labelOf(uploadFormats, format), formatDay(created_at)].join(
            ' · ',
          )}
        >
          <DueBadge due={due} today={today} />
        </Line>
      )}
    </RoomList>
  )
}
