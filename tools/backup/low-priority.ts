import fs from 'node:fs'
import os from 'node:os'

/**
 * A tenth of the weight of page requests, which go first. The lowest priority, 19, has a seventieth: on a machine whose
 * cores are always busy a backup would not end before the morning.
 */
const LOW = 10

/**
 * Gives this process a low priority. On Linux priorities belong to threads: V8's existing threads (garbage
 * collection, compilation) would retain theirs, so each is set; later threads inherit the priority of their creator.
 */
export function lowerPriority(): void {
  const threads = fs.existsSync('/proc/self/task') ? fs.readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) {
    try {
      os.setPriority(thread, LOW)
    } catch (error) {
      // The thread has ended since it was listed.
      if (!String(error).includes('ESRCH')) {
        throw error
      }
    }
  }
}
