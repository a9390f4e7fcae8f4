import { getLines, type NotPassed, type Outcome } from './outcome.ts'

/** What the parts of a run came to, and the minutes of each. */
export class Tally {
  readonly #minutes: string[] = []
  readonly #notPassed: NotPassed[] = []
  #passed = 0
  #failed = 0
  #begun = Date.now()

  /** Adds a part that ended just now. */
  add(part: string, { passed, failed, notPassed }: Outcome): void {
    this.#passed += passed
    this.#failed += failed
    this.#notPassed.push(...notPassed)
    this.#minutes.push(`${part} ${((Date.now() - this.#begun) / 60_000).toFixed(1)}`)
    this.#begun = Date.now()
  }

  /**
   * Prints the minutes, the tests that did not pass, and last 'N passed, N failed'.
   * @param where is added to the last line.
   * @returns the code to end with.
   */
  tell(where = ''): 0 | 1 {
    console.log(`\nMinutes: ${this.#minutes.join(', ')}`)
    for (const line of getLines(this.#notPassed)) {
      console.log(line)
    }
    console.log(`\n${this.#passed} passed, ${this.#failed} failed${where}`)
    return this.#failed === 0 ? 0 : 1
  }
}
