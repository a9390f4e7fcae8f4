import { setTimeout as pause } from 'node:timers/promises'

/** The most items of a batch: a statement with 200 rows takes a few milliseconds. */
const MAX_BATCH = 200
/** How long a batch gathers, in milliseconds. Requests of a burst arrive one by one. */
const GATHERING_MS = 50

type Waiting<Item> = { item: Item; stored: () => void; failed: (error: unknown) => void }

/**
 * Returns a function that stores an item, and resolves once it is stored. Items that arrive within 50 ms, or while a
 * batch is stored, are stored together, so a burst of a thousand takes a few statements. If a batch fails, each of its
 * items is stored alone, so that one invalid item harms no other.
 * @param store stores all items or none.
 * @param after is called when a burst is over, after its last item was answered.
 */
export function inBatches<Item>(
  store: (items: Item[]) => Promise<void>,
  after: () => void = () => {},
): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = []
  let isStoring = false

  async function storeBatch(batch: Waiting<Item>[]): Promise<void> {
    try {
      await store(batch.map(({ item }) => item))
      batch.forEach(({ stored }) => stored())
    } catch (error) {
      if (batch.length === 1) {
        batch.forEach(({ failed }) => failed(error))
        return
      }
      for (const each of batch) {
        await storeBatch([each])
      }
    }
  }
  async function storeAll(): Promise<void> {
    isStoring = true
    while (waiting.length > 0) {
      await pause(GATHERING_MS)
      await storeBatch(waiting.splice(0, MAX_BATCH))
    }
    isStoring = false
    setImmediate(after)
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ item, stored: resolve, failed: reject })
    if (!isStoring) {
      void storeAll()
    }
    return promise
  }
}
