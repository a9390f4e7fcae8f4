/** Makes a queue for each key: work with the same key runs one after the other, work with different keys at the same time. */
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
