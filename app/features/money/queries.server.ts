import * as v from 'valibot'
import { type DayFilter, dayArguments } from '#app/platform/lists/day-filter.ts'
import { type Enums, enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type Columns, readColumns } from './sales-columns.server.ts'
import type { AccountName } from './labels.ts'

type Admin = Pick<CurrentUser, 'client'>
const kobo = v.number()
const moment = v.string()

const rule = v.object({
  id: v.number(),
  refund_days: v.number(),
  minimum_kobo: kobo,
  run_weekday: v.number(),
  hold_hours: v.number(),
  share_percent: v.number(),
  share_basis: v.picklist(['gross', 'net']),
  fee_hundredths: v.number(),
  fee_fixed_kobo: kobo,
  valid_from: moment,
})

/** The numbers of payouts by their state. */
const payoutStates = v.record(v.picklist(enums.payout_state), v.number())

const overview = v.object({
  rule,
  unmatched: v.number(),
  refunds: v.number(),
  refunds_rows: v.array(
    v.object({
      id: v.string(),
      sale_id: v.string(),
      title: v.string(),
      provider: v.string(),
      order_reference: v.string(),
      amount_kobo: kobo,
      written_at: moment,
    }),
  ),
  /** The payouts that were neither made nor returned. */
  open_payouts: payoutStates,
  payable: v.number(),
  payable_kobo: kobo,
  /** True if the run is due: Today lists it. */
  is_run_due: v.boolean(),
  run_day: v.string(),
})

export type MoneyOverview = v.InferOutput<typeof overview>

/** Returns the overview of Money. All functions here throw if the backend failed. */
export async function moneyOverview(admin: Admin): Promise<MoneyOverview> {
  const { data } = await admin.client.rpc('money_overview').throwOnError()
  return v.parse(overview, data)
}

const ROWS = 25

/**
 * The filters of the list: `search` is part of a title, of an order's number or of a student's name; the days are those
 * of the payment.
 */
export type SaleFilters = { search: string; show: Enums['sale_filter'] } & DayFilter

/** Returns a page of sales, last paid first. `after` is the `next` of the previous page. */
export async function findSales(admin: Admin, { search, show, ...days }: SaleFilters, after: string | null, max = ROWS) {
  const [paidAt, id] = after?.split('_') ?? []
  const { data } = await admin.client
    .rpc('find_sales', {
      words: search,
      show,
      ...dayArguments(days),
      ...(paidAt && id ? { before_paid: paidAt, before_id: id } : {}),
      max_rows: max + 1,
    })
    .throwOnError()
  const rows = data.slice(0, max)
  const last = rows.at(-1)
  return { rows, next: data.length > max && last ? `${last.paid_at}_${last.id}` : null, previous: null }
}

/**
 * The number of real or sample sales and of those that were reversed, and of the former what was paid, shared and
 * refunded in kobo.
 */
export type SaleTotals = {
  is_sample: boolean
  sales: number
  reversed: number
  gross_kobo: number
  share_kobo: number
  refunded_kobo: number
}

/** Returns the totals of all sales on the pages of a list. */
export async function getSaleTotals(admin: Admin, { search, show, ...days }: SaleFilters): Promise<SaleTotals[]> {
  return (await admin.client.rpc('sale_totals', { words: search, show, ...dayArguments(days) }).throwOnError()).data
}

const sale = v.object({
  id: v.string(),
  title: v.string(),
  material_id: v.string(),
  profile_id: v.nullable(v.string()),
  provider: v.string(),
  order_reference: v.string(),
  source: v.picklist(enums.sale_source),
  gross_kobo: kobo,
  fee_kobo: kobo,
  fee_is_estimate: v.boolean(),
  share_basis: v.string(),
  share_percent: v.number(),
  share_kobo: kobo,
  author_off_kobo: kobo,
  rep_kobo: kobo,
  rep_profile_id: v.nullable(v.string()),
  paid_at: moment,
  clears_at: moment,
  written_at: moment,
  is_sample: v.boolean(),
  state: v.picklist(enums.sale_state),
  student: v.nullable(v.string()),
  order_id: v.nullable(v.string()),
  order_is_live: v.nullable(v.boolean()),
  refunds: v.array(
    v.object({
      id: v.string(),
      amount_kobo: kobo,
      share_back_kobo: kobo,
      rep_back_kobo: kobo,
      reason: v.string(),
      written_at: moment,
      settled: v.boolean(),
    }),
  ),
  entries: v.array(
    v.object({
      kind: v.picklist(enums.book_transaction_kind),
      booked_at: moment,
      account: v.string(),
      amount_kobo: kobo,
      note: v.nullable(v.string()),
    }),
  ),
})

/** Returns a sale with its refunds and ledger lines, or null if it does not exist. */
export async function findSale(admin: Admin, id: string): Promise<v.InferOutput<typeof sale> | null> {
  const { data } = await admin.client.rpc('sale_details', { of_sale: id }).throwOnError()
  return v.parse(v.nullable(sale), data)
}

/** Returns up to a hundred unmatched sales, oldest first. */
export async function unmatchedSales(admin: Admin) {
  const { data } = await admin.client
    .from('unmatched_sales')
    .select('id, provider, order_reference, source, product, currency, gross_kobo, paid_at')
    .is('settled_at', null)
    .order('paid_at')
    .order('id')
    .limit(100)
    .throwOnError()
  return data
}

/** Returns the provider and product name of a sale in the queue, or null if it is not there. */
export async function unmatchedProduct(admin: Admin, id: string) {
  const { data } = await admin.client
    .from('unmatched_sales')
    .select('provider, product_words')
    .eq('id', id)
    .is('settled_at', null)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Returns the product-to-material rules. `material` null: not ours. */
export async function productRules(admin: Admin) {
  const { data } = await admin.client
    .from('product_rules')
    .select('provider, product_words, created_at, material:research_materials (title)')
    .order('created_at', { ascending: false })
    .limit(100)
    .throwOnError()
  return data
}

/** Returns the saved column names of a provider's file. */
export async function rememberedColumns(admin: Admin, provider: string): Promise<Columns> {
  const { data } = await admin.client.from('sale_columns').select('columns').eq('provider', provider).maybeSingle().throwOnError()
  return readColumns(data?.columns)
}

/**
 * Returns the payouts that would be paid now, and for all other students the reason why not. First makes shares
 * available whose refund window has closed.
 */
export async function proposedPayouts(admin: Admin) {
  const { data } = await admin.client.rpc('propose_payouts').throwOnError()
  return data
}
export type Proposed = Awaited<ReturnType<typeof proposedPayouts>>[number]

/** Returns the newest runs, each with the numbers of its payouts by state. */
export async function lastRuns(admin: Admin) {
  const { data } = await admin.client.rpc('list_payout_runs').throwOnError()
  return data.map(({ states, ...each }) => ({ ...each, states: v.parse(payoutStates, states) }))
}

const run = v.object({
  id: v.string(),
  run_day: v.string(),
  payouts: v.number(),
  total_kobo: kobo,
  confirmed_at: moment,
  is_sample: v.boolean(),
  states: payoutStates,
  rows: v.array(
    v.object({
      id: v.string(),
      profile_id: v.string(),
      student: v.string(),
      amount_kobo: kobo,
      bank_name: v.string(),
      last_four: v.string(),
      paid_at: v.nullable(moment),
      reference: v.nullable(v.string()),
      returned_at: v.nullable(moment),
      reason: v.nullable(v.string()),
    }),
  ),
  /** The minimum payout when the run was confirmed. */
  minimum_kobo: kobo,
  /** Students with money whom it did not pay, and why. */
  left_out: v.array(
    v.object({
      profile_id: v.string(),
      student: v.string(),
      available_kobo: kobo,
      eligibility: v.picklist(enums.payout_eligibility),
      until: v.nullable(moment),
      reason: v.nullable(v.string()),
    }),
  ),
})
export type Run = v.InferOutput<typeof run>

/** Returns a run with the result of each payout, or null if it does not exist. */
export async function findRun(admin: Admin, id: string): Promise<Run | null> {
  const { data } = await admin.client.rpc('payout_run_details', { of_run: id }).throwOnError()
  return v.parse(v.nullable(run), data)
}

/** Returns every account's balance at the end of a day in Lagos (2026-11-20). */
export async function balanceSheet(admin: Admin, day: string) {
  const { data } = await admin.client.rpc('balance_sheet', { at_day: day }).throwOnError()
  return data
}

/** Returns a page of an account's lines, last first. */
export async function accountLines(admin: Admin, account: AccountName, profile: string | null, before: number | null) {
  const { data } = await admin.client
    .rpc('account_lines', {
      of_account: account,
      ...(profile ? { of_profile: profile } : {}),
      ...(before ? { before } : {}),
      max_rows: ROWS + 1,
    })
    .throwOnError()
  const rows = data.slice(0, ROWS)
  return { rows, next: data.length > ROWS ? (rows.at(-1)?.id ?? null) : null }
}

/** Returns a provider's sales that were paid from one day on and before another. */
export async function providerSales(admin: Admin, provider: string, since: string, before: string) {
  const { data } = await admin.client.rpc('provider_sales', { shop: provider, since, before_day: before }).throwOnError()
  return data
}

/** Returns the history of the money rules, newest first. */
export async function ruleHistory(admin: Admin) {
  const { data } = await admin.client
    .from('book_rules')
    .select(
      'id, refund_days, minimum_kobo, run_weekday, hold_hours, share_percent, rep_percent, share_basis, fee_hundredths, fee_fixed_kobo, vat_hundredths, valid_from',
    )
    .order('valid_from', { ascending: false })
    .order('id', { ascending: false })
    .limit(50)
    .throwOnError()
  return data
}
