import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { disputeStates, isRefunded, orderBadge, refundStates } from '#app/features/orders/admin-labels.ts'
import { findOrders } from '#app/features/orders/admin.server.ts'
import { readTimeListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/platform/process/backend.server.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatPaid } from '#app/platform/text/money.ts'
import type { Route } from './+types/orders'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { search, after } = readTimeListAddress(request, MAX_CHARS)
  const page = await findOrders(admin, search, after).catch(orLog('Could not list the orders', unreadPage))
  const { orders } = context.get(siteContext)
  return { search, page, selling: orders && (orders.isTestMode ? ('trial' as const) : orders.domain) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Orders', description: 'Admin console.', index: false })

/** Maximum length of an email address. */
const MAX_CHARS = 254

const keys = {
  trial: 'This is a demo: a simulator replaces Paystack, no money moves, and sales are marked as samples.',
  live: 'Works are sold here through Paystack, with a key for real money.',
  test: 'Works are sold here with a test key: no money moves, and sales are marked as samples.',
} as const

export default function Orders({ loaderData: { search, page, selling } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="Orders"
        about={selling ? keys[selling] : 'Nothing is sold here: there is no Paystack key.'}
        page={page}
        address={{ search, show: '' }}
        searchIn="Part of the number, or whole email"
        maxChars={MAX_CHARS}
        empty={{ title: 'No order yet.', hint: 'The newest is shown first.' }}
        notFound="Type the whole reference, such as K7Q2-9FXM, or the whole email."
        getKey={({ id }) => id}
      >
        {(order) => (
          <Line
            to={`/admin/money/orders/${order.id}`}
            name={order.title}
            details={`${order.reference} · ${formatPaid(order.amount_kobo, order.currency)} · ${order.email || 'free, no email'} · ${formatMoment(order.created_at)}`}
          >
            {order.domain === 'test' && <span className="badge">test</span>}
            {order.twice && <span className="badge pending">twice</span>}
            {order.dispute_state && <span className="badge pending">{disputeStates[order.dispute_state]}</span>}
            {order.refund_state && !isRefunded(order) && (
              <span className="badge pending">{refundStates[order.refund_state]}</span>
            )}
            <span className={`badge ${orderBadge(order).look}`}>{orderBadge(order).label}</span>
          </Line>
        )}
      </AdminList>
    </div>
  )
}
