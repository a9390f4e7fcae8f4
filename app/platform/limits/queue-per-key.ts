/** Creates a queue per key: work with the same key runs sequentially, work with different keys concurrently. */
export function queuePerKey() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) {
        last.delete(key)
      }
    }
  }
}
