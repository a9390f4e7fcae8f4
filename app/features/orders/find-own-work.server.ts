import type { RouterContextProvider } from 'react-router'
import { orLog } from '#app/platform/log/failures.server.ts'
import { userContext } from '#app/platform/session/session.server.ts'
import type { OwnWork } from './own-work.tsx'

/** Returns the signed-in user's own work, or null if it is not theirs or could not be read. */
export async function findOwnWork(context: Readonly<RouterContextProvider>, materialId: string): Promise<OwnWork | null> {
  const user = context.get(userContext)
  if (!user) {
    return null
  }
  // Row security shows every share to an admin.
  const share = await user.client
    .from('material_shares')
    .select('upload_id, author:profiles!inner (user_id)')
    .eq('material_id', materialId)
    .eq('author.user_id', user.userId)
    .maybeSingle()
    .throwOnError()
    .then(({ data }) => data, orLog('Could not read whether a work is the own one of a user', null))
  return share && { upload: share.upload_id }
}
