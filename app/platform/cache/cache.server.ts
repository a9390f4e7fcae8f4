/*
 * Caches public data for five minutes, then reads it again in the background. A failed read is repeated three times
 * with growing pauses (SPEC 9: cache 5 minutes, 3 retries), unless it took too long. Only for data that is read without
 * a session.
 */
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { logFailure } from '#app/platform/log/failures.server.ts'

const FRESH_MS = 5 * 60 * 1000
const RETRIES = 3
const FIRST_PAUSE_MS = 100
/** A read that failed after this many milliseconds is not repeated for the same page. */
const PATIENCE_MS = 2500

type Stored = { value: unknown; until: number; reading: Promise<unknown> | null }

/** A listener. It receives the key prefix that was invalidated, or the whole key of a value that changed. */
type Changed = (prefix: string) => void

/** A cache of public reads with a limited size, one per process. */
export class PublicCache {
  readonly #cached: LRUCache<string, Stored>
  readonly #listeners: Changed[] = []
  readonly #invalidateListeners: Changed[] = []

  /**
   * @param max number of cached values. The least recently used one is removed first, so a burst of searches does not
   * evict the settings.
   */
  constructor(max = 500) {
    this.#cached = new LRUCache({ max })
  }

  /**
   * Returns the value under `key`, or reads it with `load`. An expired value is returned while it is read again, and
   * remains cached if that fails.
   * @throws the error of `load` if four attempts failed and no value is cached.
   */
  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    const stored = this.#cached.get(key)
    if (!stored) {
      return this.#read(key, load)
    }
    if (Date.now() > stored.until && !stored.reading) {
      stored.reading = this.#read(key, load).catch((error: unknown) => {
        logFailure('Could not refresh cached data; serving the stale value', error)
        stored.until = Date.now() + FIRST_PAUSE_MS * 100
        stored.reading = null
      })
    }
    return stored.value as T
  }

  /**
   * Invalidates all values whose keys begin with `prefix`. Reads in progress may be outdated, so their values are not
   * cached. The other processes of a site on a hosted backend are notified (server/jobs/cache-invalidations.ts).
   */
  invalidate(prefix: string): void {
    this.invalidateLocally(prefix)
    for (const listener of this.#invalidateListeners) {
      listener(prefix)
    }
  }

  /** Repeats an invalidation of another process, without notifying the others. */
  invalidateLocally(prefix: string): void {
    for (const memory of [this.#cached, this.#firstReads]) {
      // lru-cache, like a Map, allows deleting while iterating.
      for (const key of memory.keys()) {
        if (key.startsWith(prefix)) {
          memory.delete(key)
        }
      }
    }
    this.#notify(prefix)
  }

  /** Calls `changed` when a value was invalidated, or was read again and differs. */
  onChange(changed: Changed): void {
    this.#listeners.push(changed)
  }

  /** Calls `invalidated` when this process invalidated values after a change. */
  onInvalidate(invalidated: Changed): void {
    this.#invalidateListeners.push(invalidated)
  }

  #notify(prefix: string): void {
    for (const changed of this.#listeners) {
      changed(prefix)
    }
  }

  readonly #firstReads = new Map<string, Promise<unknown>>()

  #read<T>(key: string, load: () => Promise<T>): Promise<T> {
    const reading = this.#firstReads.get(key) as Promise<T> | undefined
    if (reading) {
      return reading
    }
    const read: Promise<T> = withRetries(load)
      .then((value) => {
        if (this.#firstReads.get(key) !== read) {
          return value
        }
        const before = this.#cached.peek(key)
        this.#cached.set(key, { value, until: Date.now() + FRESH_MS, reading: null })
        if (before && !isDeepStrictEqual(before.value, value)) {
          this.#notify(key)
        }
        return value
      })
      .finally(() => {
        if (this.#firstReads.get(key) === read) {
          this.#firstReads.delete(key)
        }
      })
    this.#firstReads.set(key, read)
    return read
  }
}

async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  const started = performance.now()
  for (let retry = 0; ; retry += 1) {
    try {
      return await load()
    } catch (error) {
      if (retry === RETRIES || performance.now() - started > PATIENCE_MS) {
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 3 ** retry))
    }
  }
}

/** The process's cache of public reads. */
export const publicCache = new PublicCache()
