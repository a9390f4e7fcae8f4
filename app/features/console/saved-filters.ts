import * as v from 'valibot'
import { filled, line } from '#app/platform/forms/fields.ts'

/** A named filter of a list. `query` is the query string of the list's address. */
export type SavedFilter = { id: string; path: string; query: string; name: string }

/** The form that saves or renames a filter. The table has the same maximum length. */
export const filterForm = v.object({ name: filled(line(40), 'Give the filter a name.') })

const MAX_QUERY_CHARS = 600

/** The parameters of one page of a list, which a filter does not have. */
const pageParameters = new Set(['after', 'before'])

/** Returns the filters in a query string as a query string in a fixed order; '' if there are none, or too many. */
export function readFilterQuery(query: string): string {
  const filters = [...new URLSearchParams(query)].filter(([name, value]) => value !== '' && !pageParameters.has(name))
  const sorted = new URLSearchParams(filters.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString()
  return sorted.length <= MAX_QUERY_CHARS ? sorted : ''
}

/** Returns the path of a list in the admin console, or null. */
export const readListPath = (path: string): string | null => (/^\/admin\/[a-z/-]{1,60}$/.test(path) ? path : null)
