import fs from 'node:fs'
import os from 'node:os'

/** The lowest there is: whoever opens a page goes first. */
const LOWEST = 19

/**
 * Lets this process have only the time that nobody else wants. On Linux a priority belongs to a thread: those that V8 made at the start (they
 * collect garbage and compile) would keep theirs, so each is asked; later ones begin with that of the thread that makes them.
 */
export function giveWay(): void {
  const threads = fs.existsSync('/proc/self/task') ? fs.readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) {
    try {
      os.setPriority(thread, LOWEST)
    } catch (error) {
      // A thread that ended meanwhile.
      if (!String(error).includes('ESRCH')) {
        throw error
      }
    }
  }
}
