import type { Wanted } from '#app/services/alerts.ts'

/** Describes the target of an alert, to follow a word such as "about". */
export function describeWanted({ kind, wanted }: Wanted): string {
  return kind === 'search' ? `“${wanted}”` : kind === 'topic' ? `the topic ${wanted}` : `everything in ${wanted}`
}
