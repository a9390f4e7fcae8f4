import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { isTimestamp } from '#app/platform/text/dates.ts'
import { shortened } from '#app/platform/text/strings.ts'
import type { RowOutcome } from '../console/bulk.server.ts'
import { reopenReports, resolveReports } from './admin.server.ts'
import type { Outcome } from './labels.ts'

/** The length of a comment's text in a report. */
const EXCERPT = 80
const reasons = { ok: null, settled: 'it is settled already', gone: 'it is gone' } as const

/**
 * Returns true for the value of a row's checkbox: the reported item and its newest report on the page, because a later
 * one stays open.
 */
export function isRowId(id: string): boolean {
  const [target = '', newest = ''] = id.split('~')
  return looksLikeUuid(target) && isTimestamp(newest)
}

/**
 * Settles the open reports of the selected items, or reopens their last settlement with 'undo'. Throws if the backend
 * rejected a call or failed.
 */
export async function settleSelected(
  admin: CurrentUser,
  ids: readonly string[],
  intent: Outcome | 'undo',
): Promise<RowOutcome[]> {
  const targets = ids.map((id) => id.split('~')[0] ?? '')
  const [comments, materials] = await Promise.all([
    admin.client.from('material_comments').select('id, body').in('id', targets).throwOnError(),
    admin.client.from('research_materials').select('id, title').in('id', targets).throwOnError(),
  ])
  const outcomes: RowOutcome[] = []
  for (const id of ids) {
    const [target = '', newest = ''] = id.split('~')
    const comment = comments.data.find((row) => row.id === target)
    const material = materials.data.find((row) => row.id === target)
    outcomes.push({
      id,
      name: comment ? shortened(comment.body, EXCERPT) : (material?.title ?? 'A reported item'),
      reason: await settle(target, newest, comment !== undefined),
    })
  }
  return outcomes

  async function settle(target: string, newest: string, isComment: boolean): Promise<string | null> {
    if (intent === 'undo') {
      return (await reopenReports(admin, target, undefined)) ? null : 'it is not settled'
    }
    if (intent === 'declined' && !isComment) {
      return 'it is a material, which has no comment to decline'
    }
    return intent === 'unpublished' && isComment
      ? 'it is a comment, which is declined instead'
      : reasons[await resolveReports(admin, target, newest, intent)]
  }
}
