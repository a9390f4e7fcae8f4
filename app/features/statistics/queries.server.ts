import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { enums } from '#app/services/database.ts'
import type { DateRange, Days } from '../money/date-range.ts'
import { type PlotStep, plotStep } from './periods.ts'

type Admin = Pick<CurrentUser, 'client'>

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const days = { starts_on: v.string(), ends_on: v.string() }
/** The number of reviewed files, those reviewed by the fifth working day, and the median of working days. */
const answers = { answered: count, in_time: count, median_days: v.nullable(v.number()) }

const figures = v.object({
  /** Oldest first, in days of Lagos, as 2026-11-16. */
  periods: v.array(
    v.object({ ...days, accounts: count, uploads: count, approved: count, requests: count, comments: count, ...answers }),
  ),
  reviews: v.object(answers),
  /** Those who paid an order on this site, by address, and those of them who had bought before. */
  buyers: v.object({ all: count, returning: count }),
})
export type Figures = v.InferOutput<typeof figures>

const viewsToSales = v.object({
  /** The first day whose views and clicks are stored. */
  counted_from: v.string(),
  /** Oldest first. Views and clicks are null where none are stored; `refunds`: sales refunded in full. */
  periods: v.array(
    v.object({
      ...days,
      views: v.nullable(count),
      clicks: v.nullable(count),
      sales: count,
      gross_kobo: count,
      refunds: count,
    }),
  ),
  materials: v.array(
    v.object({ material_id: v.string(), title: v.string(), views: count, clicks: count, sales: count, gross_kobo: count }),
  ),
  /** Most views first. */
  sources: v.array(
    v.object({
      source: v.picklist(enums.visit_source),
      views: count,
      clicks: count,
      /** Orders that began on these days with something to pay, and those of them that were paid. */
      begun: count,
      paid: count,
      /** Kobo less refunds. */
      paid_kobo: count,
    }),
  ),
  /** The difference between the sales of these days and the paid orders of `sources`. */
  beyond_sources: v.object({
    /** Sales without an order on this site. */
    without_order: count,
    without_order_kobo: count,
    /** Sales of orders that began on another day, or whose downloads were stopped. */
    other_orders: count,
    other_orders_kobo: count,
    /** Paid orders whose sale is of a later day, or reversed. */
    later: count,
    later_kobo: count,
    /** Refunded of the paid orders. */
    refunded_kobo: count,
  }),
  /** The number of further materials with views, clicks or sales. */
  others: count,
})
export type ViewsToSales = v.InferOutput<typeof viewsToSales>

/** The figures of the chosen days and of the period before. */
export type Compared<T> = { now: T; before: T }

async function compare<T>(range: DateRange, read: (days: Days, step: PlotStep) => Promise<T>): Promise<Compared<T>> {
  // The step of the chosen days, so that both have the same periods.
  const step = plotStep(range)
  const [now, before] = await Promise.all([read(range, step), read(range.before, step)])
  return { now, before }
}

/**
 * Returns views, clicks to buy and sales of all materials or of one, for the chosen days and the period before. All
 * functions here throw if the backend failed.
 */
export function readViewsToSales(admin: Admin, range: DateRange, material: string | null): Promise<Compared<ViewsToSales>> {
  return compare(range, (chosen, step) => readViewsToSalesOf(admin, chosen, step, material))
}

/** Returns the same without a comparison. */
export async function readViewsToSalesOf(
  admin: Admin,
  { since, until }: Days,
  step: PlotStep | 'whole',
  material: string | null,
): Promise<ViewsToSales> {
  const { data } = await admin.client
    .rpc('views_to_sales', { since, until, step, ...(material ? { of_material: material } : {}) })
    .throwOnError()
  return v.parse(viewsToSales, data)
}

/** Returns the title of a material, or null without one. */
export async function readTitle(admin: Admin, material: string): Promise<string | null> {
  const { data } = await admin.client.from('research_materials').select('title').eq('id', material).maybeSingle().throwOnError()
  return data?.title ?? null
}

/** Returns new records and the duration of reviews, for the chosen days and the period before. */
export function readFigures(admin: Admin, range: DateRange): Promise<Compared<Figures>> {
  return compare(range, async ({ since, until }, step) => {
    const { data } = await admin.client.rpc('console_statistics', { since, until, step }).throwOnError()
    return v.parse(figures, data)
  })
}

/** Returns the materials with the highest takings after refunds in these days, at most twenty. */
export async function readBestSold(admin: Admin, { since, until }: Days) {
  const { data } = await admin.client.rpc('best_sold_materials', { since, until }).throwOnError()
  return data
}
export type BestSold = Awaited<ReturnType<typeof readBestSold>>
