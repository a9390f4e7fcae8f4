import { href } from 'react-router'
import type { Wanted } from '#app/services/alerts.ts'

/** The kinds of alerts in the order in which a form offers them. */
const kinds = ['search', 'topic', 'subject'] as const

/** Returns the address of the form for an alert on a search, a topic, a subject area, or a choice among them. */
export function alertPath(offered: { search?: string; topic?: string; subject?: string | null }): string {
  const parameters = new URLSearchParams()
  for (const kind of kinds) {
    if (offered[kind]) {
      parameters.set(kind, offered[kind])
    }
  }
  return parameters.size > 0 ? `${href('/tell-me')}?${parameters.toString()}` : href('/tell-me')
}

/** The longest text of each kind in characters, as the database accepts it. */
const MAX_CHARS = { search: 100, topic: 400, subject: 100 } as const

/** Returns what the address of the form offers (alertPath). A text that no alert can have is left out. */
export function offeredAlerts(parameters: URLSearchParams): Wanted[] {
  return kinds.flatMap((kind) => {
    const wanted = (parameters.get(kind) ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    return wanted.length < 2 || wanted.length > MAX_CHARS[kind] ? [] : [{ kind, wanted }]
  })
}

/** Returns the value of an alert in a form. */
export const alertKey = ({ kind, wanted }: Wanted) => `${kind}:${wanted}`
