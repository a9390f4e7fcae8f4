import { BrokenSessionError } from './lite/database/read-only.ts'

/**
 * Returns true if the process cannot continue to serve after this failure.
 * The embedded database runs as WebAssembly in this process. After it crashes (a memory access out of bounds,
 * `abort()`), neither its memory nor its results can be trusted. A restart replays its log. The same applies after it
 * could not write its log.
 */
export function isBeyondRepair(failure: unknown): boolean {
  return failure instanceof WebAssembly.RuntimeError || failure instanceof BrokenSessionError
}
