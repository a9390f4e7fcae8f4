import { Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findSales } from '#app/features/money/queries.server.ts'
import { saleStates } from '#app/features/money/labels.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { readDayFilter } from '#app/platform/lists/day-filter.ts'
import { readTimeListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import type { Route } from './+types/sales'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { search, after } = readTimeListAddress(request)
  const days = readDayFilter(new URL(request.url).searchParams)
  const page = await findSales(admin, { words: search, ...days }, after).catch(orLog('Could not list the sales', unreadPage))
  return { search, days, page, today: dayInLagos(new Date()) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Sales', description: 'Admin console.', index: false })

type Sale = Awaited<ReturnType<typeof findSales>>['rows'][number]

const columns: readonly Column<Sale>[] = [
  { label: 'Order', value: ({ order_reference }) => order_reference, kind: 'short' },
  { label: 'Student', value: ({ student }) => student ?? 'our own' },
  { label: 'Paid', value: ({ paid_at }) => formatDay(paid_at), kind: 'short' },
  {
    label: 'Status',
    value: ({ is_sample, state }) => (
      <>
        {is_sample && <span className="badge">sample</span>}{' '}
        <span className={`badge ${saleStates[state].look}`}>{saleStates[state].label}</span>
      </>
    ),
  },
  {
    label: 'Share',
    value: ({ student, share_kobo }) => (student ? formatKobo(share_kobo) : '–'),
    kind: 'number',
  },
  { label: 'Price', value: ({ gross_kobo }) => formatKobo(gross_kobo), kind: 'number' },
]

export default function Sales({ loaderData: { search, days, page, today } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="Sales"
        page={page}
        address={{ search, show: '' }}
        searchIn="Order or title"
        acts={
          <Link className="btn" to="/admin/money/sales/import">
            Import CSV
          </Link>
        }
        create={{ to: '/admin/money/sales/new', label: 'Record sale' }}
        empty={{ title: 'No sale yet.', hint: 'The newest is shown first.' }}
        notFound="Try fewer words."
        getKey={({ id }) => id}
        dates={{ ...days, max: today }}
        columns={columns}
      >
        {({ id, title }) => <RecordName to={`/admin/money/sales/${id}`} name={title} />}
      </AdminList>
    </div>
  )
}
