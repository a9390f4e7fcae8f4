import { BrokenSessionError } from './lite/database/read-only.ts'

/**
 * Returns true if the process cannot serve on after this failure.
 *
 * The embedded database runs as WebAssembly in this process. After a crash of it (a memory access out of bounds, `abort()`) its memory
 * cannot be trusted, and neither can its answers. A new start replays its log. The same holds after it could not write its log.
 */
export function isBeyondRepair(failure: unknown): boolean {
  return failure instanceof WebAssembly.RuntimeError || failure instanceof BrokenSessionError
}
