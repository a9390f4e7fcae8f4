import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** The period that the plots show, 0, or the one before it, 1. */
type Period = 0 | 1

/** The number of weeks in the plots, including the current one. */
export const WEEKS = 12

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** The number of reviewed files, those reviewed by the fifth working day, and the median of working days. */
const answers = { answered: count, in_time: count, median_days: v.nullable(v.number()) }

const figures = v.object({
  /** Oldest first; `week` is its Monday in Lagos, as 2026-11-16. */
  weeks: v.array(
    v.object({
      week: v.string(),
      accounts: count,
      uploads: count,
      approved: count,
      requests: count,
      comments: count,
      ...answers,
    }),
  ),
  reviews: v.object(answers),
})
export type Figures = v.InferOutput<typeof figures>

const steps = { views: count, clicks: count, sales: count, gross_kobo: count }
const viewsToSales = v.object({
  /** Oldest first; `day` in Lagos, as 2026-11-16. */
  days: v.array(v.object({ day: v.string(), ...steps })),
  materials: v.array(v.object({ material_id: v.string(), title: v.string(), ...steps })),
  /** The number of further materials with views, clicks or sales. */
  others: count,
})
export type ViewsToSales = v.InferOutput<typeof viewsToSales>

/** The number of days in the plots of views, clicks and sales, including today. */
export const DAYS = 28

/**
 * Returns views, clicks to buy and sales of the last days, or of as many before them, of all materials or of one. Throws
 * if the backend failed.
 */
export async function readViewsToSales(
  admin: CurrentUser,
  material: string | null,
  periodsAgo: Period = 0,
): Promise<ViewsToSales> {
  const { data } = await admin.client
    .rpc('views_to_sales', { shown: DAYS, periods_ago: periodsAgo, ...(material ? { of_material: material } : {}) })
    .throwOnError()
  return v.parse(viewsToSales, data)
}

/**
 * Returns the arrivals of the last weeks, or of as many before them, and the duration of reviews, counted by the database.
 * Throws if it failed.
 */
export async function readFigures(admin: CurrentUser, periodsAgo: Period = 0): Promise<Figures> {
  const { data } = await admin.client.rpc('console_statistics', { weeks: WEEKS, periods_ago: periodsAgo }).throwOnError()
  return v.parse(figures, data)
}
