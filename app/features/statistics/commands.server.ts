import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { inNaira } from '#app/platform/text/money.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Days } from '../money/date-range.ts'

const LINES = 1000

/** The last line that was read; empty before the first. */
type After = { after_day?: string; after_material?: string }

/**
 * Exports views, clicks to buy and sales of each material on each of these days; logged, for an admin who has just
 * confirmed their password (`withPasswordAgain`). Throws if the backend failed.
 */
export async function viewsAsCsv(
  { client }: Pick<CurrentUser, 'client'>,
  { since, until }: Days,
): Promise<{ name: string; csv: string; count: number }> {
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
