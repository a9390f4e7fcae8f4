// This file alone: the package's index loads its way to ten databases.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'

/** How many keys one counter remembers. The key that was not seen for the longest time is forgotten first. */
const MAX_KEYS = 5000

/** Counts tries by key; the period of each key begins with its first try. */
export type Counts = {
  /** Counts one try. Returns how many there are now and after how many milliseconds they are forgotten. */
  count(key: string): Promise<{ counted: number; wait: number }>
  /** Takes one try back, if it is still remembered. */
  giveBack(key: string): Promise<void>
}

/** Counts tries by key in memory. The period of each key begins with its first try. The number of keys is limited. */
export class Counter implements Counts {
  readonly #limiter: RateLimiterMemory
  /** In the order in which they were last seen. */
  readonly #keys = new Set<string>()
  readonly #maxKeys: number

  /** `most` tries within so many seconds. Only tests give `maxKeys`. */
  constructor({ most: max, within }: { most: number; within: number }, maxKeys = MAX_KEYS) {
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
    // Not `consume`, which throws beyond the limit: some rules do not refuse there.
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key)
    return { counted: consumedPoints, wait: msBeforeNext }
  }

  async giveBack(key: string): Promise<void> {
    if (((await this.#limiter.get(key))?.consumedPoints ?? 0) > 0) {
      await this.#limiter.reward(key)
    }
  }
}
