import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { inNaira } from '#app/platform/text/money.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { sourceLabels } from '#app/services/visit-sources.ts'
import type { Days } from '../money/date-range.ts'
import { readViewsToSalesOf } from './queries.server.ts'

type ExportedFile = { name: string; csv: string; count: number }

/** Exports where visitors and buyers of these days came from; logged, as `viewsAsCsv`. Throws if the backend failed. */
export async function sourcesAsCsv(admin: Pick<CurrentUser, 'client'>, days: Days): Promise<ExportedFile> {
  await admin.client.rpc('log_export', { of_what: 'sources' }).throwOnError()
  const { sources } = await readViewsToSalesOf(admin, days, 'whole', null)
  const rows = sources.map(({ source, views, clicks, begun, paid, paid_kobo }) => [
    sourceLabels[source],
    ...[views, clicks, begun, paid].map(String),
    inNaira(paid_kobo),
  ])
  return {
    name: `sources-${days.since}-to-${days.until}.csv`,
    csv: writeCsv([['source', 'views', 'clicks to buy', 'payments begun', 'paid', 'total less refunds'], ...rows]),
    count: rows.length,
  }
}

const LINES = 1000

/** The last line that was read; empty before the first. */
type After = { after_day?: string; after_material?: string }

/**
 * Exports views, clicks to buy and sales of each material on each of these days; logged, for an admin who has just
 * confirmed their password (`withPasswordAgain`). Throws if the backend failed.
 */
export async function viewsAsCsv({ client }: Pick<CurrentUser, 'client'>, { since, until }: Days): Promise<ExportedFile> {
  await client.rpc('log_export', { of_what: 'views' }).throwOnError()
  const rows = [['day', 'material', 'views', 'clicks to buy', 'sales', 'total']]
  for (let after: After = {}; ;) {
    const { data } = await client.rpc('views_and_sales_rows', { since, until, ...after, max_rows: LINES }).throwOnError()
    rows.push(
      ...data.map(({ day, title, views, clicks, sales, gross_kobo }) => [
        day,
        title,
        String(views),
        String(clicks),
        String(sales),
        inNaira(gross_kobo),
      ]),
    )
    const last = data.at(-1)
    if (data.length < LINES || !last) {
      return { name: `views-${since}-to-${until}.csv`, csv: writeCsv(rows), count: rows.length - 1 }
    }
    after = { after_day: last.day, after_material: last.material_id }
  }
}
