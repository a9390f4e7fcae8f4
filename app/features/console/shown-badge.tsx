import { formatMoment } from '#app/platform/text/dates.ts'

type Props = {
  published_at: string | null
  deleted_at: string | null
  /** When a draft will be published. */
  publish_at?: string | null
  /** The label of a record that visitors do not see. */
  hidden?: string
}

/** The state of a record in a list. */
export function ShownBadge({ published_at, deleted_at, publish_at, hidden = 'hidden' }: Props) {
  if (deleted_at) {
    return <span className="badge rejected">deleted</span>
  }
  if (publish_at) {
    return <span className="badge pending">publishes {formatMoment(publish_at)}</span>
  }
  return published_at ? <span className="badge approved">on the site</span> : <span className="badge pending">{hidden}</span>
}
