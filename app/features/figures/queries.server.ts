import * as v from 'valibot'
import type { Person } from '../../platform/session/session.server.ts'

/** How many weeks the plots show, this one among them. */
export const WEEKS = 12

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Files that were answered, how many of them by the fifth working day, and the working days within which half of them were. */
const answers = { answered: count, in_time: count, median_days: v.nullable(v.number()) }

const figures = v.object({
  /** The oldest first; `week` is its Monday in Lagos, as 2026-11-16. */
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

/** What came in week by week, and how long reviews took, counted by the database. Throws when it failed. */
export async function readFigures(operator: Person): Promise<Figures> {
  const { data } = await operator.client.rpc('console_figures', { weeks: WEEKS }).throwOnError()
  return v.parse(figures, data)
}
