import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CanStamp } from '#app/services/reading.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { type Bounds, runBounded, usual } from './bounded-process.ts'

/** Tries to stamp PDFs one after the other, each in a process of its own with bounds. */
export function openStampChecker(bounds: Bounds = usual): CanStamp {
  const serialize = queuePerKey()
  return (file) =>
    serialize('stamping', async () => {
      const result = await runBounded('stamp-checker.ts', file, [], bounds)
      if ('failure' in result) {
        const error = new Error(result.failure)
        if (result.failure === 'not started') {
          throw error
        }
        logFailure('Could not stamp a work', error)
      }
      return 'message' in result && result.message === true
    })
}
