import { href } from 'react-router'
import * as v from 'valibot'
import { withoutControls } from '#app/platform/forms/fields.ts'
import { LONGEST_SEARCH } from '#app/features/shell/longest-search.ts'

const globalSearchQuery = v.object({
  words: v.fallback(
    v.pipe(
      v.string(),
      v.transform((text) => withoutControls(text).trim()),
      v.maxLength(LONGEST_SEARCH),
    ),
    '',
  ),
  /** True if nothing is corrected. */
  typed: v.boolean(),
})
export type GlobalSearchQuery = v.InferOutput<typeof globalSearchQuery>

/** Parses the search parameters of /search. Invalid values are left out. */
export function parseGlobalSearch(parameters: URLSearchParams): GlobalSearchQuery {
  return v.parse(globalSearchQuery, { words: parameters.get('q') ?? '', typed: parameters.get('typed') === 'yes' })
}

/** Returns the address of a global search. */
export function searchPath({ words, typed: values }: GlobalSearchQuery): string {
  return `${href('/search')}?${new URLSearchParams({ q: words, ...(values ? { typed: 'yes' } : {}) }).toString()}`
}
