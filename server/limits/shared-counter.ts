import { log } from '#app/platform/log/log.server.ts'
import { createHmac } from 'node:crypto'
import type { ServiceClient } from '../service-client.ts'
import { Counter, type Counts } from './counter.ts'

/** How many milliseconds a visitor waits for the shared count; after that this process counts alone. */
const PATIENCE_MS = 1000
/** How long this process counts alone after a failure, so that not every attempt calls a failing backend. */
const ALONE_MS = 5000

type Store = { client: ServiceClient; secretKey: string; aloneUntil: number }

/**
 * Returns the counts that all processes of the site share: a table of the hosted backend, reached with the secret
 * key.
 */
export function sharedCounts(client: ServiceClient, secretKey: string) {
  const store: Store = { client, secretKey, aloneUntil: 0 }
  return (what: string, rule: { per: string; max: number; within: number }): Counts => new SharedCounter(store, what, rule)
}

/**
 * Counts attempts by key for all processes of the site. Each process also counts in memory: a key beyond its limit
 * here is rejected without a query, so that a flood does not reach the database. While the backend does not respond,
 * the local count applies.
 */
class SharedCounter implements Counts {
  readonly #store: Store
  readonly #own: Counter
  readonly #name: string
  readonly #rule: { max: number; within: number }

  constructor(store: Store, what: string, rule: { per: string; max: number; within: number }) {
    this.#store = store
    this.#own = new Counter(rule)
    this.#name = `${what}\n${rule.per}\n${rule.within}`
    this.#rule = rule
  }

  async count(key: string): Promise<{ counted: number; wait: number }> {
    const own = await this.#own.count(key)
    if (own.counted > this.#rule.max) {
      return own
    }
    const shared = await this.#ask((client) =>
      client.rpc('count_attempt', { try_key: this.#hash(key), seconds: this.#rule.within }),
    )
    const [row] = shared ?? []
    return row && row.counted > own.counted ? { counted: row.counted, wait: row.wait_ms } : own
  }

  async release(key: string): Promise<void> {
    await this.#own.release(key)
    await this.#ask((client) => client.rpc('refund_rate_limit', { try_key: this.#hash(key) }))
  }

  /** Returns the response of the shared store, or null if there is none. */
  async #ask<T>(what: (client: ServiceClient) => Answered<T>): Promise<T | null> {
    if (Date.now() < this.#store.aloneUntil) {
      return null
    }
    const { data, error } = await what(this.#store.client).abortSignal(AbortSignal.timeout(PATIENCE_MS))
    if (error) {
      this.#store.aloneUntil = Date.now() + ALONE_MS
      log.error(
        { event: 'limit.store_unreachable', error: error.message },
        'Could not reach the shared rate limits, so this process counts alone for a while',
      )
    }
    return data
  }

  /** Hashes a key, so that readers of the table cannot see whose attempts they are. */
  #hash(key: string): string {
    return createHmac('sha256', this.#store.secretKey).update(`${this.#name}\n${key}`).digest('base64url')
  }
}

type Answered<T> = {
  abortSignal(signal: AbortSignal): PromiseLike<{ data: T | null; error: { message: string } | null }>
}
