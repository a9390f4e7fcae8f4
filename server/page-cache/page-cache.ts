import { LRUCache } from 'lru-cache'

/** A complete page in one encoding, as it is sent to every visitor without a session. */
export type CachedPage = { etag: string; headers: Readonly<Record<string, string>>; body: Uint8Array<ArrayBuffer> }

const MAX_BYTES = 48 * 1024 * 1024
/** Size of an entry in addition to its body, in bytes: headers, key and bookkeeping. */
const OVERHEAD_BYTES = 2000
/** Data that changes without an event is reread within five minutes, so a page is rendered again soon enough to show it. */
const TTL_MS = 60_000

/** Rendered pages by cache key, bounded in bytes. Any change of public data removes all of them. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>
  #version = 0

  constructor(maxBytes = MAX_BYTES) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      ttl: TTL_MS,
      sizeCalculation: ({ body }, key) => body.byteLength + key.length + OVERHEAD_BYTES,
    })
  }

  /** Number of changes so far. Read it before a page is rendered, and pass it to `set`. */
  get version(): number {
    return this.#version
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  /** Stores a page, unless data changed after `version`: the page may then have been rendered from old data. */
  set(key: string, page: CachedPage, version: number): void {
    if (version === this.#version) {
      this.#pages.set(key, page)
    }
  }

  clear(): void {
    this.#version += 1
    this.#pages.clear()
  }
}
