import { writeCsv } from '#app/platform/lists/csv.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { inNaira } from '#app/platform/text/money.ts'
import type { DateRange, Days } from './date-range.ts'
import { type KeptLine, keptLines } from './kept-lines.ts'

type Admin = Pick<CurrentUser, 'client'>
type Step = 'day' | 'month' | 'whole'

async function readFigures(admin: Admin, { since, until }: Days, step: Step) {
  const { data } = await admin.client.rpc('money_figures', { since, until, step }).throwOnError()
  return data
}
/** The figures of the ledger for a period: its days, and the balances at its end. Kobo. */
export type MoneyFigures = Awaited<ReturnType<typeof readFigures>>[number]

/** The figures of a range and of the one before it, in total and by day or month. */
export type MoneyReport = { total: MoneyFigures; before: MoneyFigures; rows: MoneyFigures[]; rowsBefore: MoneyFigures[] }

/** Returns what is kept of the takings of a range, and of the one before it. Throws if the database failed. */
export async function keptReport(admin: Admin, range: DateRange): Promise<KeptLine[]> {
  const [[total], [before]] = await Promise.all([readFigures(admin, range, 'whole'), readFigures(admin, range.before, 'whole')])
  if (!total || !before) {
    throw new Error('The range has no figures')
  }
  return keptLines(total, before)
}

/** Returns the figures that the dashboard shows, which the database sums up from the ledger. Throws if it failed. */
export async function moneyReport(admin: Admin, range: DateRange): Promise<MoneyReport> {
  const [[total], [before], rows, rowsBefore] = await Promise.all([
    readFigures(admin, range, 'whole'),
    readFigures(admin, range.before, 'whole'),
    readFigures(admin, range, range.step),
    readFigures(admin, range.before, range.step),
  ])
  if (!total || !before) {
    throw new Error('The range has no figures')
  }
  return { total, before, rows, rowsBefore }
}

/** Returns the rows of the dashboard's table with their total as a file. */
export async function moneyReportAsCsv(admin: Admin, range: DateRange): Promise<{ name: string; csv: string }> {
  const [rows, totals] = await Promise.all([readFigures(admin, range, range.step), readFigures(admin, range, 'whole')])
  return {
    name: `money-${range.since}-to-${range.until}.csv`,
    csv: writeCsv([
      [
        'from',
        'to',
        'sales',
        'takings',
        'refunds',
        'refunded',
        'shares of students',
        'fees',
        'kept by Lamplight',
        'held at the end',
        'owed to students at the end',
        'owed to buyers at the end',
      ],
      ...[...rows, ...totals].map((row, at) => [
        at === rows.length ? 'total' : row.starts_on,
        at === rows.length ? '' : row.ends_on,
        String(row.sales),
        inNaira(row.takings_kobo),
        String(row.refunds),
        inNaira(row.refunds_kobo),
        inNaira(row.shares_kobo),
        inNaira(row.fees_kobo),
        inNaira(row.kept_kobo),
        inNaira(row.held_kobo),
        inNaira(row.owed_students_kobo),
        inNaira(row.owed_buyers_kobo),
      ]),
    ]),
  }
}
