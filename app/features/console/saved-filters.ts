/** A named filter of a list. `query` is the query string of the list's address. */
export type SavedFilter = { id: string; path: string; query: string; name: string }

/** Maximum length of a name in characters. */
export const MAX_NAME_CHARS = 40

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
