/*
 * Hashes passwords in the thread pool, leaving one core to the main thread. Otherwise fifty simultaneous sign-ins
 * would occupy four threads and leave the main thread less than half a core for all other requests. Tests:
 * hashing.test.ts, tests/contract/password-hashing.test.ts.
 */
import { createRequire } from 'node:module'
import os from 'node:os'

const bcrypt = createRequire(import.meta.url)('bcrypt') as {
  hash(password: string, rounds: number): Promise<string>
  compare(password: string, hash: string): Promise<boolean>
}

/** Returns a function that runs work in order of arrival, at most this many at a time. */
export function atMost(many: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= many) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The next waiting work takes over this place.
      const next = waiting.shift()
      if (next) {
        next()
      } else {
        running -= 1
      }
    }
  }
}

const serialize = atMost(Math.max(1, os.availableParallelism() - 1))

/** Hashes a password with 2^rounds steps. */
export function hash(password: string, rounds: number): Promise<string> {
  return serialize(() => bcrypt.hash(password, rounds))
}

/** Returns true if the password matches the hash. */
export function compare(password: string, storedHash: string): Promise<boolean> {
  return serialize(() => bcrypt.compare(password, storedHash))
}

// @supabase/lite imports bcryptjs in this form.
export default { hash, compare }
