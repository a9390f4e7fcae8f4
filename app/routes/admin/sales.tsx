import { Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findSales } from '#app/features/money/queries.server.ts'
import { saleStates } from '#app/features/money/labels.ts'
import { readTimeListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import type { Route } from './+types/sales'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { search, after } = readTimeListAddress(request)
  const page = await findSales(admin, search, after).catch(orLog('Could not list the sales', unreadPage))
  return { search, page }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Sales', description: 'Admin console.', index: false })

export default function Sales({ loaderData: { search, page } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="Sales"
        page={page}
        address={{ search, show: '' }}
        searchIn="Order reference or title"
        acts={
          <Link className="btn" to="/admin/money/sales/import">
            Import CSV
          </Link>
        }
        create={{ to: '/admin/money/sales/new', label: 'Record sale' }}
        empty={{ title: 'No sale yet.', hint: 'The newest is shown first.' }}
        notFound="Try fewer words."
        getKey={({ id }) => id}
      >
        {({ id, title, gross_kobo, student, share_kobo, paid_at, is_sample, state }) => (
          <Line
            to={`/admin/money/sales/${id}`}
            name={title}
            details={`${formatKobo(gross_kobo)} · ${student ? `${student} has ${formatKobo(share_kobo)}` : 'our own'} · paid ${formatDay(paid_at)}`}
          >
            {is_sample && <span className="badge">sample</span>}
            <span className={`badge ${saleStates[state].look}`}>{saleStates[state].label}</span>
          </Line>
        )}
      </AdminList>
    </div>
  )
}
