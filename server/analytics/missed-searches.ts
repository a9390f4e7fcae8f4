import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Missed, MissedSearches } from '#app/services/missed-searches.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

/** Pairs of visitor and words that are remembered. A pair that was evicted counts once more. */
const MAX_PAIRS = 20_000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** How long a search waits for a click on a partial match before it counts. */
const WAIT_MS = 5 * 60 * 1000
/** Maximum number of waiting searches; beyond it, the oldest counts at once. */
const MAX_WAITING = 2000

type Waiting = { visitor: string; words: string; kind: Missed['kind']; near: ReadonlySet<string>; until: number }

/**
 * Counts searches without results, once per visitor and week. A search does not count when the visitor opens a
 * partial match within five minutes or types on. Visitors are distinguished by a hash with a secret of this process,
 * which exists only in memory. A click cancels only waiting searches of the visitor's own address; counted searches
 * stay. What cannot be recorded is lost, because no request waits for it. Without a secret key nothing is recorded.
 */
export function missedSearches(
  backend: SiteBackend,
  failed: (error: unknown) => void,
): MissedSearches & { stop(): Promise<void> } {
  const client = serviceClient(backend)
  const secret = randomBytes(32)
  const hash = (...response: string[]) => createHash('sha256').update(secret).update(response.join('\n')).digest('base64')
  const counted = new LRUCache<string, true>({ max: MAX_PAIRS, ttl: WEEK_MS })
  /** Waiting searches by pair, the oldest first. */
  const waiting = new Map<string, Waiting>()
  let next: ReturnType<typeof setTimeout> | undefined

  async function tell(database: ServiceClient, { words, kind }: Waiting) {
    try {
      await database.rpc('record_missed_search', { words, kind }).throwOnError()
    } catch (error) {
      failed(error)
    }
  }
  /** Counts the oldest searches: those whose wait is over and those beyond `max`. */
  async function count(database: ServiceClient, max: number) {
    const due = [...waiting].filter(([, { until }], at) => until <= Date.now() || at < waiting.size - max)
    due.forEach(([pair]) => waiting.delete(pair))
    clearTimeout(next)
    const [oldest] = waiting.values()
    next = oldest && setTimeout(() => void count(database, MAX_WAITING), oldest.until - Date.now()).unref()
    await Promise.all(due.map(([, one]) => tell(database, one)))
  }

  return {
    note({ words, kind, near }, address) {
      const same = plain(words)
      const visitor = hash(address)
      const pair = hash(address, kind, same)
      if (!client || counted.has(pair)) {
        return
      }
      counted.set(pair, true)
      waiting.set(pair, { visitor, words: same, kind, near: new Set(near.map(sameAddress)), until: Date.now() + WAIT_MS })
      if (!next || waiting.size > MAX_WAITING) {
        void count(client, MAX_WAITING)
      }
    },
    opened(url, address) {
      if (waiting.size === 0) {
        return
      }
      const visitor = hash(address())
      const opened = sameAddress(url)
      const parameters = parsed(url).searchParams
      const searched = plain(parameters.get('search') ?? parameters.get('q') ?? '')
      for (const [pair, one] of waiting) {
        const typedOn = searched.length > one.words.length && searched.startsWith(one.words)
        if (one.visitor === visitor && (typedOn || one.near.has(opened))) {
          waiting.delete(pair)
          counted.delete(pair)
        }
      }
    },
    async stop() {
      if (client) {
        await count(client, 0)
      }
    },
  }
}

function plain(words: string): string {
  return words.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** Parses the path of a request. As a relative address, `//` would be a host without a name, which URL rejects. */
function parsed(path: string): URL {
  return new URL(path.startsWith('/') ? `http://here${path}` : 'http://here/')
}

/** Returns a canonical form of an address: browsers write a space as + or as %20. */
function sameAddress(path: string): string {
  const { pathname, searchParams } = parsed(path)
  return `${pathname}?${searchParams.toString()}`
}
