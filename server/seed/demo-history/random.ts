/** A seeded generator, so that the demo is the same at every first start. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns a whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** @throws {Error} when there is nothing to choose from. */
  choose<Item>(items: readonly Item[], weight: (item: Item) => number = () => 1): Item {
    const total = items.reduce((sum, item) => sum + weight(item), 0)
    let left = this.next() * total
    for (const item of items) {
      left -= weight(item)
      if (left < 0) {
        return item
      }
    }
    const last = items.at(-1)
    if (last === undefined) {
      throw new Error('There is nothing to choose from')
    }
    return last
  }
}
