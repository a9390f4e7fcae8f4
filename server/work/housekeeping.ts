import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/database.types.ts'
import type { SiteBackend } from '../site-backend.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'

const EVERY_MS = 10 * 60 * 1000

/**
 * What comes due by the clock, looked after every ten minutes: the files of rejected uploads on the day their students were told, what
 * operators deleted thirty days ago, and the operators' mail each morning. The database sees that each is done once, however many processes ask.
 * Without a secret key nothing of it is done.
 * @param after looks for what there is to remove, and to mail.
 */
export function keepHouse(backend: SiteBackend, after: { removals(): void; mails(): void }): Rounds {
  if (!backend.secretKey) {
    return noRounds
  }
  const client = createClient<Database>(backend.url, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })
  return inRounds(EVERY_MS, async () => {
    const { data: removed } = await client.rpc('remove_rejected_files')
    if (removed) {
      after.removals()
    }
    await client.rpc('purge_deleted')
    const { data: isQueued } = await client.rpc('queue_daily_digest')
    if (isQueued) {
      after.mails()
    }
    return { more: false }
  })
}
