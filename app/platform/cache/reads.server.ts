/*
 * Tells on which cached reads an answer stands, so that the process can keep whole answers and forget them together with their data
 * (docs/decisions/0032).
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The reads of one answer. */
export type Reads = {
  /** The keys in the public cache that the answer was made from. */
  readonly keys: Set<string>
  /** Until when all of this data counts as fresh, in milliseconds since 1970. */
  freshUntil: number
  /** False when a part of the data is missing: it failed or came too late, so a default stands in its place. */
  whole: boolean
}

const reading = new AsyncLocalStorage<Reads>()

/** Runs `answer` and returns its result with the reads that were made meanwhile. */
export async function withReads<T>(answer: () => Promise<T>): Promise<{ result: T; reads: Reads }> {
  const reads: Reads = { keys: new Set(), freshUntil: Number.POSITIVE_INFINITY, whole: true }
  const result = await reading.run(reads, answer)
  return { result, reads }
}

/** Notes that the answer stands on the value under this key, which is fresh until then. */
export function noteRead(key: string, freshUntil: number): void {
  const reads = reading.getStore()
  if (reads) {
    reads.keys.add(key)
    reads.freshUntil = Math.min(reads.freshUntil, freshUntil)
  }
}

/** Notes that a part of the answer is missing or stands on a default. */
export function noteMissingPart(): void {
  const reads = reading.getStore()
  if (reads) {
    reads.whole = false
  }
}
