/** Counts the connections that a server accepted. */
export class Arrivals {
  count = 0
}

/** So many rounds a page waits for new connections at most, since somebody may open them without end. */
const MOST_ROUNDS = 200

/**
 * Lets one thing begin in each round of Node's event loop, in the order in which they came, and in a round in which nobody new came. Node
 * accepts one new connection in a round. When every busy connection begins a page in the same round, a round takes as long as all these
 * pages, and fifty new visitors wait for fifty of them. And a visitor for whom a page is kept would wait for the pages of all who came
 * before: a hundred searches are two seconds. A round in which nothing begins takes a fraction of a millisecond.
 * @returns a function whose promise resolves when its caller may begin; null when it may at once.
 */
export function inTurn(arrivals: Readonly<Arrivals> = new Arrivals()): () => Promise<void> | null {
  const waiting: (() => void)[] = []
  let isTaken = false
  let seen = 0
  let rounds = 0

  /** Whether a connection came since it was last asked; false after so many rounds. */
  function somebodyCame(): boolean {
    const came = arrivals.count !== seen && rounds < MOST_ROUNDS
    seen = arrivals.count
    rounds = came ? rounds + 1 : 0
    return came
  }

  function nextRound(): void {
    if (waiting.length > 0 && somebodyCame()) {
      setImmediate(nextRound)
      return
    }
    const first = waiting.shift()
    isTaken = first !== undefined
    if (first) {
      setImmediate(nextRound)
      first()
    }
  }
  return () => {
    if (isTaken) {
      return new Promise((resolve) => waiting.push(resolve))
    }
    isTaken = true
    setImmediate(nextRound)
    return somebodyCame() ? new Promise((resolve) => waiting.push(resolve)) : null
  }
}
