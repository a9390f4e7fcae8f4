import { formatDay } from '#app/platform/text/dates.ts'
import { Icon } from '#app/ui/icon.tsx'

/** Describes a day that is due, such as 2026-11-27: Late since 27 Nov 2026, Due today, or Due 27 Nov 2026. */
export function describeDue(due: string, today: string): string {
  return due < today ? `Late since ${formatDay(due)}` : due === today ? 'Due today' : `Due ${formatDay(due)}`
}

/** The day by which an admin must act, such as 2026-11-27. Renders nothing for null. */
export function DueBadge({ due, today }: { due: string | null; today: string }) {
  if (due === null) {
    return null
  }
  return due < today ? (
    <span className="badge rejected">
      <Icon name="warning" />
      {describeDue(due, today)}
    </span>
  ) : (
    <span className="badge pending">
      <Icon name="pending" />
      {describeDue(due, today)}
    </span>
  )
}
