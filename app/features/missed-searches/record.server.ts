import type { RouterContextProvider } from 'react-router'
import { visitContext } from '#app/platform/limits/limits.server.ts'
import type { Missed } from '#app/services/missed-searches.ts'
import { siteContext } from '#app/services/site.server.ts'

/**
 * Records a search without a full match, unless the visitor soon opens a partial match. It runs in the background, and
 * its failure never fails the search.
 */
export function recordMissedSearch(context: Readonly<RouterContextProvider>, missed: Missed): void {
  if (missed.words) {
    context.get(siteContext).missedSearches.note(missed, context.get(visitContext).address)
  }
}
