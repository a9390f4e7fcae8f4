import * as v from 'valibot'
import { withoutControls } from '#app/platform/forms/fields.ts'

/** The longest stored topic in characters. A shared link searches for all of it. */
export const LONGEST_TOPIC = 400

/**
 * The query parameters of the directory. Invalid values are dropped, never an error: addresses are shared and mistyped.
 */
const topicsQuery = v.object({
  search: v.fallback(v.pipe(v.string(), v.transform(withoutControls), v.trim(), v.maxLength(LONGEST_TOPIC)), ''),
  area: v.fallback(v.pipe(v.string(), v.transform(withoutControls), v.trim(), v.maxLength(100)), ''),
  /** The code or title of a course of a programme, or ''. */
  course: v.fallback(v.pipe(v.string(), v.transform(withoutControls), v.trim(), v.maxLength(220)), ''),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.transform(Number)), 1),
  /** True if the thesaurus is not used. */
  typed: v.boolean(),
})
export type TopicsQuery = v.InferOutput<typeof topicsQuery>

/** Parses the search parameters of /topics-directory. `page` counts from 1. */
export function parseTopicsQuery(parameters: URLSearchParams): TopicsQuery {
  return v.parse(topicsQuery, {
    search: parameters.get('search') ?? '',
    area: parameters.get('area') ?? '',
    course: parameters.get('course') ?? '',
    page: parameters.get('page') ?? '1',
    typed: parameters.get('typed') === 'yes',
  })
}
