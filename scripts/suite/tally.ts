import { getLines, type NotPassed, type Outcome } from './outcome.ts'

/** The outcomes and minutes of the parts of a run. */
export class Tally {
  readonly #minutes: string[] = []
  readonly #notPassed: NotPassed[] = []
  #passed = 0
  #failed = 0
  #begun = Date.now()

  /** Adds a finished part; it ends now. */
  add(part: string, { passed, failed, notPassed }: Outcome): void {
    this.#passed += passed
    this.#failed += failed
    this.#notPassed.push(...notPassed)
    this.#minutes.push(`${part} ${((Date.now() - this.#begun) / 60_000).toFixed(1)}`)
    this.#begun = Date.now()
  }

  /**
   * Prints the minutes, the tests that did not pass, and last 'N passed, N failed'.
   * @param where text appended to the last line.
   * @returns the exit code.
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
