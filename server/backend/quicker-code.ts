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

/** How many bytes a function of the database's code works through before V8 makes its quicker form. V8's own are 13 million; it takes at most 2^31 - 1. */
const LATER = 2_000_000_000

/**
 * Lets a start be over before V8 makes the quicker form of the code, which takes a second of one core, 500 MB, and a sixth of the time to the first
 * answer. A shop that is searched has the quicker form ten seconds later, as without this (docs/performance.md). Not for a first start, whose work
 * gains from the quicker form. To be called before the database is opened.
 */
export function putOffQuickerCode(): void {
  v8.setFlagsFromString(`--wasm-tiering-budget=${LATER}`)
}
