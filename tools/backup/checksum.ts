import { hash } from 'node:crypto'

/** The number and checksum of a table's rows. */
export type Sum = { rows: number; sum: string }

const MODULUS = 1n << 128n

/**
 * Counts rows and adds up their hashes, so that the sum does not depend on their order. Two tables with the same rows
 * have the same sum.
 */
export class RowSum {
  #rows = 0
  #sum = 0n

  add(lines: readonly string[]): void {
    for (const line of lines) {
      const digest = hash('sha256', line, 'buffer')
      this.#sum = (this.#sum + (digest.readBigUInt64BE(0) << 64n) + digest.readBigUInt64BE(8)) % MODULUS
    }
    this.#rows += lines.length
  }

  result(): Sum {
    return { rows: this.#rows, sum: this.#sum.toString(16).padStart(32, '0') }
  }
}
