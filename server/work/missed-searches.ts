import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SiteBackend } from '../site-backend.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

/** Pairs of visitor and words that are remembered; a pair that was forgotten counts once more. */
const MOST_PAIRS = 20_000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export type Missed = { words: string; kind: 'material' | 'topic' }

/**
 * Notes searches that nothing met, once a visitor and week. Who asked is told apart by a hash with a secret of this process, which is kept in
 * memory only. What cannot be noted is lost: nobody waits for it. Without a secret key nothing is noted.
 */
export function missedSearches(
  backend: SiteBackend,
  failed: (error: unknown) => void,
): (missed: Missed, address: string) => void {
  const client = serviceClient(backend)
  const secret = randomBytes(32)
  const noted = new LRUCache<string, true>({ max: MOST_PAIRS, ttl: WEEK_MS })
  async function tell(database: ServiceClient, words: string, kind: Missed['kind']) {
    try {
      await database.rpc('note_missed_search', { words, kind }).throwOnError()
    } catch (error) {
      failed(error)
    }
  }
  return ({ words, kind }, address) => {
    const same = words.toLowerCase().replaceAll(/\s+/g, ' ').trim()
    const pair = createHash('sha256').update(secret).update(`${address}\n${kind}\n${same}`).digest('base64')
    if (!client || noted.has(pair)) {
      return
    }
    noted.set(pair, true)
    void tell(client, same, kind)
  }
}
