import type { RouterContextProvider } from 'react-router'
import { visitContext } from '../../platform/limits/limits.server.ts'
import { siteContext } from '../../platform/process/backend.server.ts'

/** Notes that nothing met what this visitor searched for. Nobody waits for it, and no search is none. */
export function noteMissed(context: Readonly<RouterContextProvider>, words: string, kind: 'material' | 'topic'): void {
  if (words) {
    context.get(siteContext).missedSearch({ words, kind }, context.get(visitContext).address)
  }
}
