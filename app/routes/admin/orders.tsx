import { href } from 'react-router'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import type { Column } from '#app/features/console/record-table.tsx'
import { ordersAsCsv } from '#app/features/money/csv-files.server.ts'
import { ExportForm } from '#app/features/console/export-form.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { describeOrderTotals, orderParts } from '#app/features/orders/admin-labels.ts'
import { findOrders, getOrderTotals, type OrderFilters, type OrderLine } from '#app/features/orders/admin.server.ts'
import { OrderBadges } from '#app/features/orders/order-badges.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { type ListDays, readDayFilter } from '#app/platform/lists/day-filter.ts'
import { cleanSearch, readTimeListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos, formatMoment } from '#app/platform/text/dates.ts'
import { formatPaid } from '#app/platform/text/money.ts'
import type { Route } from './+types/orders'

/** Maximum length of an email address. */
const MAX_CHARS = 254

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { after } = readTimeListAddress(request, MAX_CHARS)
  const filters = readFilters(new URL(request.url).searchParams)
  const [page, totals] = await Promise.all([
    findOrders(admin, filters, after).catch(orLog('Could not list the orders', unreadPage)),
    getOrderTotals(admin, filters).catch(orLog('Could not add up the orders', [])),
  ])
  const { orders } = context.get(siteContext)
  return {
    filters,
    page,
    totals,
    today: dayInLagos(new Date()),
    selling: orders && (orders.isTestMode ? ('trial' as const) : orders.domain),
  }
}

/** Exports the orders of the list for an admin who confirms their password: they have the buyers' addresses. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const filters = readFilters(new URLSearchParams(submittedValues(form)))
  return exportWithPassword(context, admin, { form, content: 'the orders', generate: (as) => ordersAsCsv(as, filters) })
}

function readFilters(parameters: URLSearchParams): OrderFilters & ListDays {
  return {
    search: cleanSearch(parameters.get('search'), MAX_CHARS),
    show: orderParts.find((part) => part.show === parameters.get('show'))?.show ?? 'all',
    ...readDayFilter(parameters),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Orders', description: 'Admin console.', index: false })

const keys = {
  trial: 'Demo: no money moves; sales are samples.',
  live: 'Paystack takes real money.',
  test: 'Test key: no money moves; sales are samples.',
} as const

const columns: readonly Column<OrderLine>[] = [
  { label: 'Order', value: ({ reference }) => reference, kind: 'short' },
  { label: 'Buyer', value: ({ email }) => email || 'free, no email', kind: 'email' },
  { label: 'Date', value: ({ created_at }) => formatMoment(created_at), kind: 'short' },
  { label: 'Status', value: (order) => <OrderBadges order={order} isRepeated={order.twice} /> },
  { label: 'Amount', value: ({ amount_kobo, currency }) => formatPaid(amount_kobo, currency), kind: 'number' },
]

export default function Orders({ loaderData: { filters, page, totals, today, selling } }: Route.ComponentProps) {
  const { search, show, from, to, period } = filters
  const hasRows = page.rows !== null && page.rows.length > 0
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="Orders"
        about={`Purchases that buyers began on this site, paid or not. ${selling ? keys[selling] : 'No Paystack key is set, so nothing can be bought here.'}`}
        heading="Material"
        page={page}
        address={{ search, show }}
        parts={orderParts}
        searchIn="Number or email"
        maxChars={MAX_CHARS}
        dates={{ from, to, period, max: today }}
        summary={describeOrderTotals(totals)}
        empty={show === 'all' ? { title: 'No order yet.' } : { title: 'No such order.' }}
        notFound="Type three characters or more of the number, such as K7Q2, or of the email."
        getKey={({ id }) => id}
        columns={columns}
      >
        {({ id, title }) => <RecordName to={href('/admin/money/orders/:id', { id })} name={title} />}
      </AdminList>
      {hasRows && (
        <ExportForm
          summary="Export these orders"
          files={[{ action: href('/admin/money/orders'), intent: 'orders', title: 'these orders' }]}
          fields={{ search, show, from, to }}
        />
      )}
    </div>
  )
}
