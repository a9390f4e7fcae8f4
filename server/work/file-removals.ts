import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/database.types.ts'
import type { SiteBackend } from '../site-backend.ts'
import { inRounds, noRounds, type Rounds } from './rounds.ts'

const EVERY_MS = 60_000
const AT_ONCE = 20

type Removal = Database['public']['Functions']['claim_file_removals']['Returns'][number]

/**
 * Removes the files whose reason is gone (the avatar and the works of a deleted account, the drive copy of a withdrawn work): from the
 * storage, or by remove-from-drive. Any number of processes may do it: the database gives each file to one of them. Without a secret key the
 * files stay.
 */
export function removeFiles(backend: SiteBackend): Rounds {
  if (!backend.secretKey) {
    return noRounds
  }
  const client = createClient<Database>(backend.url, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })

  /** Why it could not be removed; null when it is not there any more. */
  async function remove({ place, path }: Removal): Promise<string | null> {
    const { error } =
      place === 'drive'
        ? await client.functions.invoke('remove-from-drive', { body: { reference: path } })
        : await client.storage.from(place).remove([path])
    return error ? (error instanceof Error ? error.message : String(error)) : null
  }

  return inRounds(EVERY_MS, async () => {
    const { data: due } = await client.rpc('claim_file_removals', { most: AT_ONCE })
    for (const removal of due ?? []) {
      const reason = await remove(removal)
      await (reason === null
        ? client.rpc('note_file_removed', { removal: removal.id })
        : client.rpc('note_file_not_removed', { removal: removal.id, attempt: removal.attempt, reason }))
    }
    return { more: due?.length === AT_ONCE }
  })
}
