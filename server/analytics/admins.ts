import { LRUCache } from 'lru-cache'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { serviceClient } from '../service-client.ts'

const REMEMBERED_MS = 10 * 60 * 1000
const MAX_REMEMBERED = 10_000

/**
 * Returns a function that tells whether an account is an admin's. It queries the backend once every ten minutes per
 * account. Use it where a few minutes of delay do not matter, such as counting; never for a permission. A failed
 * query is logged and counts as an admin.
 */
export function knownAdmins(backend: SiteBackend): (userId: string) => Promise<boolean> {
  const client = serviceClient(backend)
  const known = new LRUCache<string, boolean>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  return async (userId) => {
    const remembered = known.get(userId)
    if (remembered !== undefined || !client) {
      return remembered ?? true
    }
    try {
      const { data } = await client.from('profiles').select('user_type').eq('user_id', userId).maybeSingle().throwOnError()
      const isAdmin = data?.user_type === 'Admin'
      known.set(userId, isAdmin)
      return isAdmin
    } catch (error) {
      logFailure('Could not check whether an account is an admin', error)
      return true
    }
  }
}
