import { inject } from 'vitest'
import type { BackendUnderTest } from './start-backend.ts'

/** The backend under test: the one of this worker. */
export const backend = getBackend(Number(process.env.VITEST_POOL_ID))
function getBackend(worker: number): BackendUnderTest {
  const started = inject('backends')
  const own = started[(worker - 1) % started.length]
  if (!own) {
    throw new Error(`There is no backend for worker ${worker} of ${started.length}`)
  }
  return own
}
