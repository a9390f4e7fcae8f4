import { ownStatement } from '../features/earnings/queries.server.ts'
import { describeLine, lineName } from '../features/earnings/labels.ts'
import { writeCsv } from '../platform/lists/csv.server.ts'
import { consumeRateLimit } from '../platform/limits/limits.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { requireUser, type CurrentUser } from '../platform/session/session.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import type { Route } from './+types/statement-file'

/** Lines per read; the backend returns no more. */
const LINES = 999

/**
 * Returns the user's own statement as a file, all of it or of one month; naira with two decimals, which add up to the
 * balance.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : null
  const { rejection } = await consumeRateLimit(context, 'export')
  if (rejection) {
    return new Response(rejection, { status: 429 })
  }
  const rows = await orUnavailable(context, getRows(user, month))
  return new Response(writeCsv([['day', 'what', 'state', 'paid', 'naira'], ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="lamplight-statement-${month ?? dayInLagos(new Date())}.csv"`,
    },
  })
}

async function getRows(user: CurrentUser, month: string | null): Promise<string[][]> {
  const rows: string[][] = []
  for (let before: number | null = null; ;) {
    const page = await ownStatement(user, { before, month, max: LINES })
    rows.push(
      ...page.lines.map((line) => [
        dayInLagos(new Date(line.booked_at)),
        lineName(line),
        describeLine(line),
        line.kind === 'sale' ? (line.gross_kobo / 100).toFixed(2) : '',
        (line.kobo / 100).toFixed(2),
      ]),
    )
    before = page.next
    if (before === null) {
      return rows
    }
  }
}
