/* CSV exports of Money. The database logs each one, and returns it only to an admin who has just confirmed their
   password (`withPasswordAgain`). All functions throw if the backend failed. */
import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { dayInLagos, fieldMoment } from '#app/platform/text/dates.ts'
import { inNaira } from '#app/platform/text/money.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Days } from './date-range.ts'
import type { Comparison } from './reconcile-csv.ts'
import { orderBadge } from '../orders/admin-labels.ts'
import { findOrders, type OrderFilters } from '../orders/admin.server.ts'
import { balanceSheet, findSales, type SaleFilters } from './queries.server.ts'
import { accounts, type AccountName, isAccount, kinds, shownKobo } from './labels.ts'

type Admin = Pick<CurrentUser, 'client'>
export type CsvFile = { name: string; csv: string; count: number }

/** Returns a moment in Lagos that spreadsheets sort, such as 2026-11-20 09:05. */
const sortableMoment = (moment: string) => fieldMoment(new Date(moment)).replace('T', ' ')

/** The number of rows per request. */
const LINES = 1000
/** The number of orders per request: one less than the maximum of find_orders, which needs a row to detect a next page. */
const ORDERS = 199

/** Readers of every ledger line, or every payout of every run. */
const getRows = { books: linesAsRows, runs: payoutsAsRows }
type ListName = keyof typeof getRows

/** Returns one of the lists in full, or only that of some days, in Lagos. */
export async function listAsCsv(admin: Admin, list: ListName, days: Days | null = null): Promise<CsvFile> {
  await admin.client.rpc('log_export', { of_what: list }).throwOnError()
  return getFile(list, await getRows[list](admin, (day) => days === null || (days.since <= day && day <= days.until)))
}

/** Returns all orders with these filters, the newest first, with the payment, or the price if unpaid. */
export async function ordersAsCsv(admin: Admin, filters: OrderFilters): Promise<CsvFile> {
  await admin.client.rpc('log_export', { of_what: 'orders' }).throwOnError()
  const rows = [['order', 'began', 'title', 'email', 'amount', 'currency', 'money', 'state']]
  for (let after: string | null = null; ;) {
    const page = await findOrders(admin, filters, after, ORDERS)
    rows.push(
      ...page.rows.map((order) => [
        order.reference,
        sortableMoment(order.created_at),
        order.title,
        order.email,
        inNaira(order.amount_kobo),
        order.currency,
        order.domain,
        orderBadge(order).label,
      ]),
    )
    after = page.next
    if (after === null) {
      return getFile('orders', rows)
    }
  }
}

/** Returns the balance sheet at the end of a day in Lagos (2026-11-20), with the signs of the page. */
export async function balancesAsCsv(admin: Admin, day: string): Promise<CsvFile> {
  await admin.client.rpc('log_export', { of_what: 'balances' }).throwOnError()
  const sheet = await balanceSheet(admin, day)
  return getFile(
    `balance-sheet-${day}`,
    [
      ['account', 'owed or earned', 'naira'],
      ...sheet.map(({ account, balance_kobo }) => [
        isAccount(account) ? accounts[account].label : account,
        isAccount(account) && accounts[account].owed ? 'yes' : 'no',
        inNaira(isAccount(account) ? shownKobo(account, balance_kobo) : balance_kobo),
      ]),
    ],
    '',
  )
}

/** Returns the differences between a provider's report and the ledger, line by line, with both sums at the end. */
export async function comparisonAsCsv(
  admin: Admin,
  { missing, unknown, repeated, unlike, ...sums }: Comparison,
): Promise<CsvFile> {
  await admin.client.rpc('log_export', { of_what: 'comparison' }).throwOnError()
  return getFile('comparison', [
    ['what', 'order', 'title', 'in the report', 'in the books', 'difference'],
    ...missing.map((sale) => ['only in the report', sale.reference, sale.title, ...amounts(sale.kobo, 0)]),
    ...unknown.map((sale) => ['only in the books', sale.reference, sale.title, ...amounts(0, sale.kobo)]),
    ...repeated.map((sale) => ['duplicate in the report', sale.reference, sale.title, ...amounts(sale.kobo, 0)]),
    ...unlike.map((sale) => ['different amount', sale.reference, sale.title, ...amounts(sale.reported, sale.booked)]),
    ['all sales', '', '', ...amounts(sums.reported.kobo, sums.booked.kobo)],
  ])
}

/** Returns the file for the bank: each payout of a run that is on its way, with its full account number. */
export async function payoutBankFile(admin: Admin, run: string): Promise<CsvFile> {
  const { data } = await admin.client.rpc('payout_bank_file', { of_run: run }).throwOnError()
  return getFile('payouts', [
    ['account number', 'bank', 'account name', 'amount', 'reference'],
    ...data.map(({ reference, account_name, account_number, bank_name, amount_kobo }) => [
      account_number,
      bank_name,
      account_name,
      inNaira(amount_kobo),
      reference,
    ]),
  ])
}

const amounts = (reported: number, booked: number) => [inNaira(reported), inNaira(booked), inNaira(reported - booked)]

function getFile(name: string, rows: string[][], created = `-${dayInLagos(new Date())}`): CsvFile {
  return { name: `${name}${created}.csv`, csv: writeCsv(rows), count: rows.length - 1 }
}

/** Returns all sales with these filters, the last recorded first. */
export async function salesAsCsv(admin: Admin, filters: SaleFilters): Promise<CsvFile> {
  await admin.client.rpc('log_export', { of_what: 'sales' }).throwOnError()
  return getFile('sales', await salesAsRows(admin, filters))
}

async function salesAsRows(admin: Admin, filters: SaleFilters): Promise<string[][]> {
  const rows = [
    ['paid', 'recorded', 'provider', 'order', 'title', 'student', 'gross', 'fee', 'share', 'refunded', 'state', 'source'],
  ]
  for (let after: string | null = null; ;) {
    const page = await findSales(admin, filters, after, LINES - 1)
    rows.push(
      ...page.rows.map((sale) => [
        sortableMoment(sale.paid_at),
        sortableMoment(sale.written_at),
        sale.provider,
        sale.order_reference,
        sale.title,
        sale.student ?? '',
        inNaira(sale.gross_kobo),
        inNaira(sale.fee_kobo),
        inNaira(sale.share_kobo),
        inNaira(sale.refunded_kobo),
        sale.state,
        sale.source,
      ]),
    )
    after = page.next
    if (after === null) {
      return rows
    }
  }
}

/** Returns true for a day in Lagos whose rows are exported. */
type IsWanted = (day: string) => boolean

async function linesAsRows(admin: Admin, isWanted: IsWanted): Promise<string[][]> {
  const rows = [['line', 'when', 'account', 'student', 'what', 'of', 'naira', 'note']]
  for (const account of Object.keys(accounts).filter(isAccount)) {
    for (let before: number | null = null; ;) {
      const page = await allLines(admin, account, before)
      rows.push(
        ...page
          .filter(({ booked_at }) => isWanted(dayInLagos(new Date(booked_at))))
          .map((line) => [
            String(line.id),
            sortableMoment(line.booked_at),
            accounts[account].label,
            line.student ?? '',
            kinds[line.kind],
            line.title ?? '',
            inNaira(shownKobo(account, line.amount_kobo)),
            line.note ?? '',
          ]),
      )
      before = page.at(-1)?.id ?? null
      if (page.length < LINES) {
        break
      }
    }
  }
  return rows
}

async function allLines(admin: Admin, account: AccountName, before: number | null) {
  const { data } = await admin.client
    .rpc('account_lines', { of_account: account, ...(before ? { before } : {}), max_rows: LINES })
    .throwOnError()
  return data
}

/** Returns each payout of each run with the bank's result, last first. */
async function payoutsAsRows({ client }: Admin, isWanted: IsWanted): Promise<string[][]> {
  const rows = [['day of the run', 'confirmed', 'student', 'amount', 'paid', "the bank's reference", 'returned', 'why', 'sample']]
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const { data } = await client
      .from('payouts')
      .select(
        `transaction_id, amount_kobo, is_sample, run:payout_runs!inner (run_day, confirmed_at),
         student:profiles!inner (first_name, last_name), steps:payout_steps (step, note, done_at)`,
      )
      .lt('transaction_id', before)
      .order('transaction_id', { ascending: false })
      .limit(LINES)
      .throwOnError()
    rows.push(
      ...data
        .filter(({ run }) => isWanted(run.run_day))
        .map(({ amount_kobo, is_sample, run, student, steps }) => {
          const result = (name: string) => steps.find(({ step }) => step === name)
          return [
            run.run_day,
            sortableMoment(run.confirmed_at),
            `${student.first_name} ${student.last_name}`.trim(),
            inNaira(amount_kobo),
            ...['paid', 'returned'].flatMap((name) => [
              result(name) ? sortableMoment(result(name)?.done_at ?? '') : '',
              result(name)?.note ?? '',
            ]),
            is_sample ? 'yes' : '',
          ]
        }),
    )
    const last = data.at(-1)
    if (data.length < LINES || !last) {
      return rows
    }
    before = last.transaction_id
  }
}

/** Returns the sales and their refunds of each material in each seven days of these, from the first one on. */
export async function weeksAsCsv(admin: Admin, days: Days): Promise<CsvFile> {
  await admin.client.rpc('log_export', { of_what: 'weeks' }).throwOnError()
  const rows = [['from', 'to', 'material', 'sales', 'total', 'shares', 'refunded sales', 'refunded', 'refund rate in %']]
  for (let after: AfterWeek = {}; ;) {
    const data = await weeksAfter(admin, days, after)
    rows.push(
      ...data.map(({ starts_on, ends_on, title, sales, gross_kobo, shares_kobo, refunds, refunded_kobo }) => [
        starts_on,
        ends_on,
        title,
        String(sales),
        inNaira(gross_kobo),
        inNaira(shares_kobo),
        String(refunds),
        inNaira(refunded_kobo),
        ((100 * refunds) / sales).toFixed(1),
      ]),
    )
    const last = data.at(-1)
    if (data.length < LINES || !last) {
      return getFile(`weeks-${days.since}-to-${days.until}`, rows, '')
    }
    after = { after_week: last.starts_on, after_material: last.material_id }
  }
}

/** The last line that was read; empty before the first. */
type AfterWeek = { after_week?: string; after_material?: string }

async function weeksAfter({ client }: Admin, { since, until }: Days, after: AfterWeek) {
  const { data } = await client.rpc('sales_by_week', { since, until, ...after, max_rows: LINES }).throwOnError()
  return data
}
