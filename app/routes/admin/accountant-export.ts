import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { accountantAsCsv, accountantAsXlsx } from '#app/features/money/accountant.server.ts'
import { readDateRange } from '#app/features/money/date-range.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/accountant-export'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Returns the accountant's export of the chosen days, as CSV or as a workbook. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const range = readDateRange(new URL(request.url).searchParams, dayInLagos(new Date()))
  if (!Object.hasOwn(types, params.format)) {
    throw notFound('There is no such file', 'The accountant’s export is a workbook or CSV.', {
      to: href('/admin/money'),
      label: 'Back to Money',
    })
  }
  const isCsv = params.format === 'csv'
  const file = isCsv ? await accountantAsCsv(admin, range) : await accountantAsXlsx(admin, range)
  return new Response(typeof file === 'string' ? file : new Uint8Array(file), {
    headers: {
      'content-type': isCsv ? types.csv : types.xlsx,
      'content-disposition': `attachment; filename="accounts-${range.since}-to-${range.until}.${isCsv ? 'csv' : 'xlsx'}"`,
      'cache-control': 'private, no-store',
    },
  })
}
