import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { readDateRange } from '#app/features/money/date-range.ts'
import { moneyReportAsCsv } from '#app/features/money/figures.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/money-export'

/** Returns the figures of the dashboard as a CSV file. They are sums without personal data, so no password is required. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const range = readDateRange(new URL(request.url).searchParams, dayInLagos(new Date()))
  const { name, csv } = await moneyReportAsCsv(admin, range)
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
