import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/database.types.ts'
import type { SiteBackend } from '../site-backend.ts'

const EVERY_MS = 60_000
const AT_ONCE = 20

/**
 * Asks for the drive copies that are due (BACKEND: what failed is kept as due and a sweep tries again). Any number of processes may sweep:
 * the function gives each copy to one of them. Without a secret key nothing is swept.
 * @returns a function that stops it and waits for the round under way.
 */
export function sweepDriveCopies(backend: SiteBackend): () => Promise<void> {
  if (!backend.secretKey) {
    return async () => {}
  }
  const client = createClient<Database>(backend.url, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })
  let round: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(sweep)
  }, EVERY_MS)
  round = sweep()

  async function sweep(): Promise<void> {
    const { data: due } = await client
      .from('drive_copies')
      .select('upload_id, file_path')
      .is('copied_at', null)
      .lte('next_attempt_at', new Date().toISOString())
      .order('next_attempt_at')
      .limit(AT_ONCE)
    for (const copy of due ?? []) {
      await client.functions
        .invoke('upload-to-drive', { body: { fileId: copy.file_path, uploadId: copy.upload_id } })
        .catch(() => null)
    }
  }

  return async () => {
    clearInterval(timer)
    await round.catch(() => null)
  }
}
