// Import the submodule: the package index also loads the adapters for ten databases.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'

/** How many keys one counter stores. The least recently seen key is evicted first. */
const MAX_KEYS = 5000

/** Counts attempts by key. The period of each key starts with its first attempt. */
export type Counts = {
  /** Counts one attempt. Returns the current count and the milliseconds until it resets. */
  count(key: string): Promise<{ counted: number; wait: number }>
  /** Refunds one attempt, if it is still stored. */
  release(key: string): Promise<void>
}

/**
 * Counts attempts by key in memory. The period of each key starts with its first attempt. The number of keys is
 * limited.
 */
export class Counter implements Counts {
  readonly #limiter: RateLimiterMemory
  /** Keys in the order in which they were last seen. */
  readonly #keys = new Set<string>()
  readonly #maxKeys: number

  /** Creates a counter of `most` attempts within this many seconds. Only tests pass `maxKeys`. */
  constructor({ max, within }: { max: number; within: number }, maxKeys = MAX_KEYS) {
    this.#limiter = new RateLimiterMemory({ points: max, duration: within })
    this.#maxKeys = maxKeys
  }

  async count(key: string): Promise<{ counted: number; wait: number }> {
    this.#keys.delete(key)
    this.#keys.add(key)
    if (this.#keys.size > this.#maxKeys) {
      const [oldest = ''] = this.#keys
      this.#keys.delete(oldest)
      await this.#limiter.delete(oldest)
    }
    // `penalty` replaces `consume`, which throws beyond the limit, because some rules do not reject there.
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key)
    return { counted: consumedPoints, wait: msBeforeNext }
  }

  async release(key: string): Promise<void> {
    if (((await this.#limiter.get(key))?.consumedPoints ?? 0) > 0) {
      await this.#limiter.reward(key)
    }
  }
}
