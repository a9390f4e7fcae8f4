import { ownStatement } from '../features/earnings/queries.server.ts'
import { lineInWords, lineName } from '../features/earnings/labels.ts'
import { writeCsv } from '../platform/lists/csv.server.ts'
import { takeTurn } from '../platform/limits/limits.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { personOf, type Person } from '../platform/session/session.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import type { Route } from './+types/statement-file'

/** Lines read at once; the backend gives no more. */
const LINES = 999

/** The person's own statement as a file, all of it or of one month; naira with two decimals, which sum to the balance. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const person = personOf(context)
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : null
  const { refusal } = await takeTurn(context, 'export')
  if (refusal) {
    return new Response(refusal, { status: 429 })
  }
  const rows = await orUnavailable(context, rowsOf(person, month))
  return new Response(writeCsv([['day', 'what', 'where it stands', 'price', 'naira'], ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="lamplight-statement-${month ?? dayInLagos(new Date())}.csv"`,
    },
  })
}

async function rowsOf(person: Person, month: string | null): Promise<string[][]> {
  const rows: string[][] = []
  for (let before: number | null = null; ;) {
    const page = await ownStatement(person, { before, month, most: LINES })
    rows.push(
      ...page.lines.map((line) => [
        dayInLagos(new Date(line.booked_at)),
        lineName(line),
        lineInWords(line),
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
