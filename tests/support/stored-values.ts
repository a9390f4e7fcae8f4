import { afterEach, beforeEach, vi } from 'vitest'

/** Gives each test of a file a `localStorage` of its own, which is removed after it. Call it once, at the file's top. */
export function useStoredValues(): void {
  beforeEach(() => stubStorage())
  afterEach(() => {
    vi.unstubAllGlobals()
  })
}

/** Replaces `localStorage` by one that holds these values. The caller removes it with `vi.unstubAllGlobals()`. */
export function stubStorage(stored: Map<string, string> = new Map()): void {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  // As in a browser, the keys of the object are those of the stored values.
  const keys = {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy(storage, keys))
}
