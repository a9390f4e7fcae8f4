import { href, useFetchers } from 'react-router'
import { getAct, getPage } from '#app/platform/forms/act-address.ts'
import { checklist } from './labels.ts'
import type { Review } from './queries.server.ts'

/**
 * Returns the checklist with the ticks that are being saved, as it will be once they are stored. A form without a line
 * ticks all.
 */
export function applyTicks(stored: Readonly<Record<string, boolean>>, sent: readonly FormData[]): Record<string, boolean> {
  const checks = { ...stored }
  const ticks = sent.filter((form) => form.has('check'))
  if (ticks.length < sent.length) {
    for (const { name } of checklist) {
      checks[name] = true
    }
  }
  // The button that ticks all is gone once it was pressed, so a line that is changed at the same time was changed later.
  for (const form of ticks) {
    const line = form.get('check')
    if (typeof line === 'string') {
      checks[line] = form.get('ticked') === 'on'
    }
  }
  return checks
}

/** Returns the checklist of an upload as the admin left it, and true while a tick of it is not stored yet. */
export function useOptimisticChecks({ upload: { id }, checks }: Review) {
  const page = href('/admin/reviews/:id', { id })
  const sent = useFetchers().flatMap(({ formAction = '', formData }) =>
    formData && getPage(formAction) === page && getAct(formAction).startsWith('tick') ? [formData] : [],
  )
  return { checks: applyTicks(checks, sent), isSaving: sent.length > 0 }
}
