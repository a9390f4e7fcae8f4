import fs from 'node:fs'
import os from 'node:os'

/** The lowest priority, so that page requests go first. */
const LOWEST = 19

/**
 * Gives this process the lowest priority. On Linux priorities belong to threads: V8's existing threads (garbage
 * collection, compilation) would retain theirs, so each is set; later threads inherit the priority of their creator.
 */
export function lowerPriority(): void {
  const threads = fs.existsSync('/proc/self/task') ? fs.readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) {
    try {
      os.setPriority(thread, LOWEST)
    } catch (error) {
      // The thread has ended since it was listed.
      if (!String(error).includes('ESRCH')) {
        throw error
      }
    }
  }
}
