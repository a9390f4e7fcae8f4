/**
 * Lets one thing begin in each round of Node's event loop, in the order in which they came. Node accepts one new connection in a round. When
 * every busy connection begins a page in the same round, a round takes as long as all these pages, and fifty new visitors wait for fifty of
 * them; with one page a round they wait for fifty pages.
 * @returns a function whose promise resolves when its caller may begin; null when it may at once.
 */
export function inTurn(): () => Promise<void> | null {
  const waiting: (() => void)[] = []
  let isTaken = false

  function nextRound(): void {
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
    return null
  }
}
