/*
 * Public data is kept five minutes and then read again in the background; a read that fails is tried three times more with growing
 * pauses (SPEC 9: cache 5 minutes, 3 retries), as long as somebody may be willing to wait for it. Only for answers given without a session.
 */
import { LRUCache } from 'lru-cache'
import { noteFailure } from '../process/failures.server.ts'

const FRESH_MS = 5 * 60 * 1000
const RETRIES = 3
const FIRST_PAUSE_MS = 100
/** A backend that does not answer at all has cost this much already; it is not asked again for the same page. */
const PATIENCE_MS = 2500

type Kept = { value: unknown; until: number; reading: Promise<unknown> | null }

/** A bounded memory of public reads, one per process. */
export class PublicCache {
  readonly #kept: LRUCache<string, Kept>

  /** `most`: how many values are kept. What was asked for longest ago goes first, so that many searches do not throw out the settings. */
  constructor(most = 500) {
    this.#kept = new LRUCache({ max: most })
  }

  /**
   * The value under `key`: at once when it is known, read by `load` when it is not. A value past its time is given out while it is read
   * again; when that fails it stays.
   * @throws what `load` throws, when it failed four times and nothing is known.
   */
  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (!kept) {
      return this.#read(key, load)
    }
    if (Date.now() > kept.until && !kept.reading) {
      kept.reading = this.#read(key, load).catch((error: unknown) => {
        noteFailure('What visitors read could not be read again, and stays as it was', error)
        kept.until = Date.now() + FIRST_PAUSE_MS * 100
        kept.reading = null
      })
    }
    return kept.value as T
  }

  /** Forgets everything whose key begins so; the next reader asks the backend. What is being read just now may be old: it is not kept. */
  forget(prefix: string): void {
    for (const memory of [this.#kept, this.#firstReads]) {
      // lru-cache allows deleting while its keys are walked, as a Map does.
      for (const key of memory.keys()) {
        if (key.startsWith(prefix)) {
          memory.delete(key)
        }
      }
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
        this.#kept.set(key, { value, until: Date.now() + FRESH_MS, reading: null })
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
  const begun = performance.now()
  for (let retry = 0; ; retry += 1) {
    try {
      return await load()
    } catch (error) {
      if (retry === RETRIES || performance.now() - begun > PATIENCE_MS) {
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 3 ** retry))
    }
  }
}

/** The process's memory of public reads. */
export const publicCache = new PublicCache()
