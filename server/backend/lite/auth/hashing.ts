/*
 * Hashes passwords in the thread pool, as many at a time as leave one core to the main thread. Otherwise fifty people who sign in at one
 * moment keep four threads busy, and the main thread gets less than half a core for everybody else.
 * Tests: hashing.test.ts, tests/contract/password-hashing.test.ts.
 */
import { createRequire } from 'node:module'
import os from 'node:os'

const bcrypt = createRequire(import.meta.url)('bcrypt') as {
  hash(password: string, rounds: number): Promise<string>
  compare(password: string, hash: string): Promise<boolean>
}

/** Does work in the order of its coming, at most so much at a time. */
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
      // Whoever waits takes this place over.
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

/** The hash of a password, at 2^rounds steps. */
export function hash(password: string, rounds: number): Promise<string> {
  return serialize(() => bcrypt.hash(password, rounds))
}

/** Whether the password is the one of the hash. */
export function compare(password: string, ofHash: string): Promise<boolean> {
  return serialize(() => bcrypt.compare(password, ofHash))
}

// As @supabase/lite imports bcryptjs.
export default { hash, compare }
