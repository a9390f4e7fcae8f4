import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { type CommentStatus, undoDecision, decideComment } from './admin.server.ts'

/** The length of a comment's text in a report. */
const EXCERPT = 80

/** Shows or declines the selected comments. Throws if the backend failed. */
export function decideComments(admin: CurrentUser, ids: readonly string[], status: 'shown' | 'declined'): Promise<RowOutcome[]> {
  return changeComments(admin, ids, status, async (id) => (await decideComment(admin, id, status)) !== null)
}

/** Restores the status that the selected comments had before. Throws if the backend failed. */
export function undoDecisions(admin: CurrentUser, ids: readonly string[], status: CommentStatus): Promise<RowOutcome[]> {
  return changeComments(admin, ids, status, (id) => undoDecision(admin, id, status))
}

const labels = { pending: 'waiting', shown: 'shown', declined: 'hidden' } as const

async function changeComments(
  admin: CurrentUser,
  ids: readonly string[],
  status: CommentStatus,
  change: (id: string) => Promise<boolean>,
): Promise<RowOutcome[]> {
  const { data } = await admin.client
    .from('material_comments')
    .select('id, body, comment_status')
    .in('id', [...ids])
    .throwOnError()
  const outcomes: RowOutcome[] = []
  for (const id of ids) {
    const comment = data.find((row) => row.id === id)
    const name = comment ? shortened(comment.body, EXCERPT) : 'This comment'
    if (comment?.comment_status === status) {
      outcomes.push({ id, name, reason: `already ${labels[status]}` })
    } else {
      outcomes.push({ id, name, reason: comment && (await change(id)) ? null : 'it is gone' })
    }
  }
  return outcomes
}
