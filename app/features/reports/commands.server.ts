import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Thing } from './queries.server.ts'
import type { ReportValues } from './schema.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Stores a report. 'before': this user already has an open report of the same item, so nothing is stored.
 * @throws if the backend rejected it for another reason or failed.
 */
export async function sendReport(user: CurrentUser, { kind, id }: Thing, values: ReportValues): Promise<'sent' | 'before'> {
  const { error } = await user.client
    .from('reports')
    .insert({ ...(kind === 'comment' ? { comment_id: id } : { material_id: id }), ...values })
  if (error?.code === UNIQUE_VIOLATION) {
    return 'before'
  }
  if (error) {
    throw new Error('Could not save a report', { cause: error })
  }
  return 'sent'
}
