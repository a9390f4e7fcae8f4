/* The accountant's export: every event that changed what Lamplight takes or keeps, and its months, which are the sums of
   the ledger (docs/decisions/0064). It names no person, so no password is required. All functions throw if the backend
   failed. */
import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { inNaira } from '#app/platform/text/money.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Days } from './date-range.ts'
import { kinds } from './labels.ts'

type Admin = Pick<CurrentUser, 'client'>

/** The number of lines per request, the most that the database returns. */
const LINES = 1000

async function readLines(admin: Admin, { since, until }: Days, after: number) {
  const { data } = await admin.client.rpc('accountant_lines', { since, until, after_id: after, max_rows: LINES }).throwOnError()
  return data
}
type Line = Awaited<ReturnType<typeof readLines>>[number]

async function readAllLines(admin: Admin, days: Days): Promise<Line[]> {
  const lines: Line[] = []
  for (;;) {
    const page = await readLines(admin, days, lines.at(-1)?.id ?? 0)
    lines.push(...page)
    if (page.length < LINES) {
      return lines
    }
  }
}

/** The columns of amounts, in kobo. `other`: income and costs without a sale, such as a bank charge. */
const amounts = {
  takings: (line: Line) => line.takings_kobo,
  fees: (line: Line) => line.fees_kobo,
  refunds: (line: Line) => line.refunds_kobo,
  'shares of authors': (line: Line) => line.authors_kobo,
  'shares of class reps': (line: Line) => line.reps_kobo,
  other: (line: Line) =>
    line.kept_kobo - (line.takings_kobo - line.fees_kobo - line.refunds_kobo - line.authors_kobo - line.reps_kobo),
  'kept by Lamplight': (line: Line) => line.kept_kobo,
  'VAT in takings less refunds': (line: Line) => line.vat_kobo,
} as const
const getAmounts = Object.values(amounts)
const head = ['day', 'event', 'provider', 'order', 'title', ...Object.keys(amounts)]

const getWords = (line: Line) => [line.day, kinds[line.kind], line.provider ?? '', line.reference ?? '', line.title ?? '']
const sumUp = (lines: readonly Line[]) => getAmounts.map((getAmount) => lines.reduce((sum, line) => sum + getAmount(line), 0))

/** Returns the lines of these days and their total as CSV. */
export async function accountantAsCsv(admin: Admin, days: Days): Promise<string> {
  const lines = await readAllLines(admin, days)
  return writeCsv([
    head,
    ...lines.map((line) => [...getWords(line), ...getAmounts.map((getAmount) => inNaira(getAmount(line)))]),
    ['total', '', '', '', '', ...sumUp(lines).map(inNaira)],
  ])
}

/** Returns a workbook: the months with their total, and the lines. */
export async function accountantAsXlsx(admin: Admin, days: Days): Promise<Buffer> {
  const lines = await readAllLines(admin, days)
  const months = Map.groupBy(lines, ({ day }) => day.slice(0, 7))
  const money = (kobo: number) => ({ value: kobo / 100, type: Number, format: '#,##0.00' })
  const bold = (value: string) => ({ value, type: String, fontWeight: 'bold' as const })
  const text = (value: string) => ({ value, type: String })
  const { default: writeExcelFile } = await import('write-excel-file/node')
  return writeExcelFile([
    {
      sheet: 'Months',
      stickyRowsCount: 1,
      data: [
        ['month', ...Object.keys(amounts)].map(bold),
        ...[...months].map(([month, ofMonth]) => [text(month), ...sumUp(ofMonth).map(money)]),
        [bold('total'), ...sumUp(lines).map(money)],
      ],
    },
    {
      sheet: 'Lines',
      stickyRowsCount: 1,
      data: [
        head.map(bold),
        ...lines.map((line) => [...getWords(line).map(text), ...getAmounts.map((getAmount) => money(getAmount(line)))]),
      ],
    },
  ]).toBuffer()
}
