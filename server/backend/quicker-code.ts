import os from 'node:os'
import v8 from 'node:v8'

/** A machine with less than this many bytes for the process is a small one. */
const SMALL = 1.5 * 1024 ** 3

/**
 * Whether this machine, or the container that the process runs in, has little memory.
 * @param limit bytes that the container may have; 0 where that is not known, more than the machine has where there is no limit.
 * @param total bytes that the machine has.
 */
export function isSmallMachine(limit = process.constrainedMemory(), total = os.totalmem()): boolean {
  return Math.min(limit || Infinity, total) < SMALL
}

/**
 * Keeps V8 from making a second, quicker form of the code of the embedded database. One function of PostgreSQL (its parser) takes 500 MB for a
 * second when that is done, soon after each start. Without the quicker form a search takes half as long again (docs/performance.md). To be
 * called before the database is opened.
 */
export function spareMemory(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    v8.setFlagsFromString(flag)
  }
}

/** By then a start is over, with the first rounds of its jobs. */
const LATER_MS = 10_000

/**
 * Lets a start be over before V8 makes the quicker form of the code, which takes a second of one core and 500 MB. Until then V8 may make it of one
 * function alone, number 0, which is not PostgreSQL's own and needs none; afterwards of a function that works as much again (docs/performance.md).
 * To be called before the database is opened.
 */
export function putOffQuickerCode(milliseconds = LATER_MS): void {
  v8.setFlagsFromString('--wasm-tier-up-filter=0')
  setTimeout(() => v8.setFlagsFromString('--wasm-tier-up-filter=-1'), milliseconds).unref()
}
