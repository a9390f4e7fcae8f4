import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { decideComment } from './admin.server.ts'

/** The length of a comment's text in a report. */
const EXCERPT = 80

/** Shows or declines the selected comments. Throws if the backend failed. */
export async function decideComments(
  admin: CurrentUser,
  ids: readonly string[],
  status: 'shown' | 'declined',
): Promise<RowOutcome[]> {
  const { data } = await admin.client
    .from('material_comments')
    .select('id, body, comment_status')
    .in('id', [...ids])
    .throwOnError()
  const outcomes: RowOutcome[] = []
  for (const id of ids) {
    const comment = data.find((row) => row.id === id)
    outcomes.push({
      id,
      name: comment ? shortened(comment.body, EXCERPT) : 'This comment',
      reason: await decide(id, comment?.comment_status),
    })
  }
  return outcomes

  async function decide(id: string, state: string | undefined): Promise<string | null> {
    if (state === status) {
      return `already ${status}`
    }
    return state !== undefined && (await decideComment(admin, id, status)) ? null : 'it is gone'
  }
}
