import { href, Link } from 'react-router'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { salesAsCsv } from '#app/features/money/csv-files.server.ts'
import { ExportForm } from '#app/features/console/export-form.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findSales, getSaleTotals, type SaleFilters } from '#app/features/money/queries.server.ts'
import { describeSaleTotals, saleParts, saleStates } from '#app/features/money/labels.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { type ListDays, readDayFilter } from '#app/platform/lists/day-filter.ts'
import { cleanSearch, readTimeListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import type { Route } from './+types/sales'

/** Maximum length of an order's number. */
const MAX_CHARS = 200

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { after } = readTimeListAddress(request, MAX_CHARS)
  const filters = readFilters(new URL(request.url).searchParams)
  const [page, totals] = await Promise.all([
    findSales(admin, filters, after).catch(orLog('Could not list the sales', unreadPage)),
    getSaleTotals(admin, filters).catch(orLog('Could not add up the sales', [])),
  ])
  return { filters, page, totals, today: dayInLagos(new Date()) }
}

/** Exports the sales of the list for an admin who confirms their password: they have the students' names. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const filters = readFilters(new URLSearchParams(submittedValues(form)))
  return exportWithPassword(context, admin, { form, content: 'the sales', generate: (as) => salesAsCsv(as, filters) })
}

function readFilters(parameters: URLSearchParams): SaleFilters & ListDays {
  return {
    search: cleanSearch(parameters.get('search'), MAX_CHARS),
    show: saleParts.find((part) => part.show === parameters.get('show'))?.show ?? 'all',
    ...readDayFilter(parameters),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'All sales', description: 'Admin console.', index: false })

type Sale = Awaited<ReturnType<typeof findSales>>['rows'][number]

const columns: readonly Column<Sale>[] = [
  { label: 'Order', value: ({ order_reference }) => order_reference, kind: 'short' },
  { label: 'Student', value: ({ student }) => student ?? 'our own' },
  { label: 'Paid', value: ({ paid_at }) => formatDay(paid_at), kind: 'short' },
  {
    label: 'Status',
    value: ({ is_sample, state, refunded_kobo, gross_kobo }) => (
      <>
        {is_sample && <span className="badge">sample</span>}{' '}
        <span className={`badge ${saleStates[state].look}`}>{saleStates[state].label}</span>{' '}
        {refunded_kobo > 0 && refunded_kobo < gross_kobo && <span className="badge">refunded in part</span>}
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

export default function Sales({ loaderData: { filters, page, totals, today } }: Route.ComponentProps) {
  const { search, show, from, to, period } = filters
  const hasRows = page.rows !== null && page.rows.length > 0
  return (
    <div className="stack">
      <MoneyTabs />
      <AdminList
        title="All sales"
        about="What was paid for: on this site, on Selar and elsewhere. Shares and payouts come from these."
        heading="Material"
        page={page}
        address={{ search, show }}
        parts={saleParts}
        searchIn="Title or number"
        maxChars={MAX_CHARS}
        acts={
          <Link className="btn" to={href('/admin/money/sales/import')}>
            Import CSV
          </Link>
        }
        create={{ to: href('/admin/money/sales/new'), label: 'Record sale' }}
        dates={{ from, to, period, max: today }}
        summary={describeSaleTotals(totals)}
        empty={show === 'all' ? { title: 'No sale yet.', hint: 'The newest is shown first.' } : { title: 'No such sale.' }}
        notFound="Type part of the title, of the order’s number, or of the student’s name."
        getKey={({ id }) => id}
        columns={columns}
      >
        {({ id, title }) => <RecordName to={href('/admin/money/sales/:id', { id })} name={title} />}
      </AdminList>
      {hasRows && (
        <ExportForm
          summary="Export these sales"
          files={[{ action: href('/admin/money/sales'), intent: 'sales', title: 'these sales' }]}
          fields={{ search, show, from, to }}
        />
      )}
    </div>
  )
}
