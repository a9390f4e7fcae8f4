import type { RouterContextProvider } from 'react-router'
import { visitContext } from '#app/platform/limits/limits.server.ts'
import { type Missed, siteContext } from '#app/platform/process/backend.server.ts'

/**
 * Notes that nothing met what this visitor searched for, unless the visitor soon opens something that came near. Nobody waits for it, and no
 * search is none.
 */
export function noteMissed(context: Readonly<RouterContextProvider>, missed: Missed): void {
  if (missed.words) {
    context.get(siteContext).missedSearches.note(missed, context.get(visitContext).address)
  }
}
