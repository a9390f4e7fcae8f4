import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { orderParts } from '#app/features/orders/admin-labels.ts'
import { OrderBadges } from '#app/features/orders/order-badges.tsx'
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
  const show = orderParts.find((part) => part.show === new URL(request.url).searchParams.get('show'))?.show ?? 'all'
  const page = await findOrders(admin, { search, show }, after).catch(orLog('Could not list the orders', unreadPage))
  const { orders } = context.get(siteContext)
  return { search, show, page, selling: orders && (orders.isTestMode ? ('trial' as const) : orders.domain) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Orders', description: 'Admin console.', index: false })

/** Maximum length of an email address. */
const MAX_CHARS = 254

const keys = {
  trial: 'Demo: no money moves, and sales are marked as samples.',
  live: 'Paystack takes real money.',
  test: 'Paystack has a test key: no money moves, and sales are marked as samples.',
} as const

export default function Orders({ loaderData: { search, show, page, selling } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="Orders"
        about={selling ? keys[selling] : 'Paystack has no key, so nothing can be bought here.'}
        page={page}
        address={{ search, show }}
        parts={orderParts}
        searchIn="Part of the number or email"
        maxChars={MAX_CHARS}
        empty={show === 'all' ? { title: 'No order yet.' } : { title: 'No such order.' }}
        notFound="Type three characters or more of the number, such as K7Q2, or of the email."
        getKey={({ id }) => id}
      >
        {(order) => (
          <Line
            to={`/admin/money/orders/${order.id}`}
            name={order.title}
            details={`${order.reference} · ${formatPaid(order.amount_kobo, order.currency)} · ${order.email || 'free, no email'} · ${formatMoment(order.created_at)}`}
          >
            <OrderBadges order={order} isRepeated={order.twice} />
          </Line>
        )}
      </AdminList>
    </div>
  )
}
