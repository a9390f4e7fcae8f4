import { useFetchers, useLocation } from 'react-router'
import { checklist } from './labels.ts'

/** A form of the checklist that is being saved. */
type Sent = { formAction?: string | undefined; formData?: FormData | undefined }

function getText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns the checklist with the ticks that are being saved, as it will be once they are stored. */
export function applyTicks(stored: Readonly<Record<string, boolean>>, sent: readonly FormData[]): Record<string, boolean> {
  const checks = { ...stored }
  if (sent.some((form) => form.get('decision') === 'tick-all')) {
    for (const { name } of checklist) {
      checks[name] = true
    }
  }
  // The button that ticks all is gone once it was pressed, so a line that is changed at the same time was changed later.
  for (const form of sent) {
    if (form.get('decision') === 'tick') {
      checks[getText(form, 'check')] = form.get('ticked') === 'on'
    }
  }
  return checks
}

/** Returns the checklist of this page as the admin left it, and true while a tick of it is not stored yet. */
export function useOptimisticChecks(stored: Readonly<Record<string, boolean>>): {
  checks: Record<string, boolean>
  isSaving: boolean
} {
  const { pathname } = useLocation()
  const sent = useFetchers().flatMap(({ formAction, formData }: Sent) =>
    formData && formAction?.split('?')[0] === pathname && getText(formData, 'decision').startsWith('tick') ? [formData] : [],
  )
  return { checks: applyTicks(stored, sent), isSaving: sent.length > 0 }
}
