import { formatDay } from '#app/platform/text/dates.ts'
import { Icon } from '#app/ui/icon.tsx'

/** The day by which a work must be reviewed, such as 2026-11-27. Renders nothing if the reviewer need not act. */
export function DueBadge({ due, today }: { due: string | null; today: string }) {
  if (due === null) {
    return null
  }
  return due < today ? (
    <span className="badge rejected">
      <Icon name="warning" />
      Late since {formatDay(due)}
    </span>
  ) : (
    <span className="badge pending">
      <Icon name="pending" />
      {due === today ? 'Due today' : `Due ${formatDay(due)}`}
    </span>
  )
}
