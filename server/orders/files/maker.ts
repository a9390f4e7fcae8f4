// Runs in the file thread, one job after the other, so that the main thread stays free for pages.
import { stamp } from '#server/reading/stamp.ts'

/** A PDF, and the words to stamp on each page. */
export type Job = { pdf: Uint8Array; words: string }

/**
 * Generates the file of an order.
 * @throws when that is impossible.
 */
export default async function make({ pdf, words }: Job): Promise<Uint8Array> {
  // pdf-lib names its resources at random. With the same names for the same job, every process generates the same
  // bytes, and an interrupted download can continue at another process.
  let last = 1
  Math.random = () => {
    last = (last * 48_271) % 2_147_483_647
    return last / 2_147_483_647
  }
  return stamp(pdf, words)
}
