import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Keys that one counter remembers. Whoever was not seen for longest is forgotten first. */
const MOST_KEYS = 5000

/** Counts tries by key, each key within a time of its own that begins with its first try. In memory, and bounded. */
export class Counter {
  readonly #limiter: RateLimiterMemory
  /** In the order in which they were last seen. */
  readonly #keys = new Set<string>()
  readonly #mostKeys: number

  /** `most` tries within so many seconds. `mostKeys` is given by tests alone. */
  constructor({ most, within }: { most: number; within: number }, mostKeys = MOST_KEYS) {
    this.#limiter = new RateLimiterMemory({ points: most, duration: within })
    this.#mostKeys = mostKeys
  }

  /** Counts one try. Says how many there are now and in how many milliseconds they are forgotten. */
  async count(key: string): Promise<{ counted: number; wait: number }> {
    this.#keys.delete(key)
    this.#keys.add(key)
    if (this.#keys.size > this.#mostKeys) {
      const [oldest = ''] = this.#keys
      this.#keys.delete(oldest)
      await this.#limiter.delete(oldest)
    }
    // Not `consume`, which throws beyond the limit: a rule may do something else there than refuse.
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key)
    return { counted: consumedPoints, wait: msBeforeNext }
  }

  /** Takes one try back, if it is still remembered. */
  async giveBack(key: string): Promise<void> {
    if (((await this.#limiter.get(key))?.consumedPoints ?? 0) > 0) {
      await this.#limiter.reward(key)
    }
  }
}
