import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { thesaurusAsCsv } from '#app/features/thesaurus/files.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/thesaurus-export'

/** Returns the thesaurus as a CSV file, always as a download. It has no personal data, so no password is required. */
export async function loader({ context }: Route.LoaderArgs) {
  return new Response(await thesaurusAsCsv(requireAdmin(context)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="thesaurus-${dayInLagos(new Date())}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
