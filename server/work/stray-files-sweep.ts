import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/database.types.ts'
import type { SiteBackend } from '../site-backend.ts'

const EVERY_MS = 60 * 60 * 1000

/**
 * Removes files of uploads that have no upload: what a process left behind that was killed between storing a file and writing its row, and what
 * could not be removed when a work was withdrawn or its file replaced. Only such as are a day old. Without a secret key nothing is swept.
 * @returns a function that stops it and waits for the round under way.
 */
export function sweepStrayFiles(backend: SiteBackend): () => Promise<void> {
  if (!backend.secretKey) {
    return async () => {}
  }
  const client = createClient<Database>(backend.url, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })
  let round: Promise<unknown> = sweep()
  const timer = setInterval(() => {
    round = round.then(sweep)
  }, EVERY_MS)

  async function sweep(): Promise<void> {
    const { data } = await client.rpc('files_without_an_upload')
    const names = (data ?? []).map(({ file_path }) => file_path)
    if (names.length > 0) {
      await client.storage.from('material-uploads').remove(names)
    }
  }

  return async () => {
    clearInterval(timer)
    await round.catch(() => null)
  }
}
