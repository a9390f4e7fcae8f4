import { formatMoment } from '#app/platform/text/dates.ts'

type Props = {
  published_at: string | null
  deleted_at: string | null
  /** When a draft will be published. */
  publish_at?: string | null
  /** The state of a record that visitors do not see. */
  hidden?: 'hidden' | 'draft'
}

/** The state of a record: draft, scheduled, on the site, hidden or deleted. Each list and page names them so. */
export function ShownBadge({ published_at, deleted_at, publish_at, hidden = 'hidden' }: Props) {
  if (deleted_at) {
    return <span className="badge rejected">deleted</span>
  }
  if (publish_at) {
    return <span className="badge pending">scheduled for {formatMoment(publish_at)}</span>
  }
  return published_at ? <span className="badge approved">on the site</span> : <span className="badge pending">{hidden}</span>
}
