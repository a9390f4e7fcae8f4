import { LRUCache } from 'lru-cache'
import type { Missed } from '../../app/platform/process/backend.server.ts'
import type { Encoding } from '../http/encoding.ts'
import { packedSmaller } from './pack.ts'

/** A page as it is sent, and when it is sent. */
export type KeptPage = {
  etag: string
  /** What an answer of either encoding and a 304 carry: names and values in turn, as Node takes them. */
  headers: readonly string[]
  /** Its bytes in the encodings that somebody asked for. */
  bodies: Readonly<Partial<Record<Encoding, Buffer>>>
  /** Whether brotli took its time for it. */
  isSmallest: boolean
  /** The keys of the cached data that the page was made from. */
  keys: ReadonlySet<string>
  /** Until when all of that data is fresh, in milliseconds since 1970. */
  freshUntil: number
  /** What happens at each visit, as if the page had been made for it. */
  isSearch: boolean
  missed: readonly Missed[]
}

/** A page in bytes, with what it is found by. */
const OVERHEAD_BYTES = 2000
const MOST_BYTES = 48 * 1024 * 1024
/** A stale page is shown for as long as this, while it is made anew. */
const STALE_MS = 60 * 60 * 1000
/** A page that is asked for so often is compressed once more, smaller. */
const ASKED_OFTEN = 3
/** One request in so many milliseconds makes a stale page anew; the others get it as it is. */
const RENEWAL_MS = 10_000

/** Whole pages that are the same for every visitor without a session (docs/decisions/0032). Bounded in bytes. */
export class KeptPages {
  readonly #pages: LRUCache<string, KeptPage>
  readonly #renewedAt = new WeakMap<KeptPage, number>()
  readonly #asked = new WeakMap<KeptPage, number>()
  #changes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#pages = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bodies: { br, gzip } }, key) => (br?.length ?? 0) + (gzip?.length ?? 0) + key.length + OVERHEAD_BYTES,
    })
  }

  /** Counts the changes of public data. A page that was begun before a change may be old, so it is not kept. */
  get changes(): number {
    return this.#changes
  }

  /** The page under this key; null when there is none in this encoding, and when the asker has to make it anew. */
  find(key: string, encoding: Encoding, now = Date.now()): KeptPage | null {
    const page = this.#pages.get(key)
    if (!page?.bodies[encoding]) {
      return null
    }
    this.#note(page, key)
    if (now <= page.freshUntil) {
      return page
    }
    if (now > page.freshUntil + STALE_MS || now > (this.#renewedAt.get(page) ?? 0) + RENEWAL_MS) {
      this.#renewedAt.set(page, now)
      return null
    }
    return page
  }

  /** The page under this key if it has these very bytes: whoever made it again need not compress it. */
  same(key: string, etag: string): KeptPage | null {
    const page = this.#pages.peek(key)
    return page?.etag === etag ? page : null
  }

  #note(page: KeptPage, key: string): void {
    const asked = (this.#asked.get(page) ?? 0) + 1
    this.#asked.set(page, asked)
    if (asked === ASKED_OFTEN && page.bodies.br && !page.isSmallest) {
      void this.#keepSmaller(page, page.bodies.br, key, asked)
    }
  }

  async #keepSmaller(page: KeptPage, br: Buffer, key: string, asked: number): Promise<void> {
    try {
      const smaller = { ...page, bodies: { ...page.bodies, br: await packedSmaller(br) }, isSmallest: true }
      if (this.#pages.peek(key) === page) {
        this.#asked.set(smaller, asked)
        this.#pages.set(key, smaller)
      }
    } catch (error) {
      console.error('A kept page could not be compressed once more:', error)
    }
  }

  /** @param changes what `changes` was when the page was begun. */
  keep(key: string, page: KeptPage, changes: number): void {
    if (changes === this.#changes) {
      this.#pages.set(key, page)
    }
  }

  /** Forgets the pages that stand on data whose key begins with this text. */
  forget(prefix: string): void {
    this.#changes += 1
    for (const [key, { keys }] of this.#pages.entries()) {
      for (const read of keys) {
        if (read.startsWith(prefix)) {
          this.#pages.delete(key)
          break
        }
      }
    }
  }
}
