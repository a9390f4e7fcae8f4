import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { thesaurusAsCsv } from '#app/features/thesaurus/files.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/thesaurus-export'

/** The thesaurus as a CSV file, always a download. It says nothing of anybody, so no password is asked. */
export async function loader({ context }: Route.LoaderArgs) {
  return new Response(await thesaurusAsCsv(requireAdmin(context)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="thesaurus-${dayInLagos(new Date())}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
