import type { Handler } from 'hono'
import { getFaults } from '../backend/hosted-keys.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Jobs } from '../job-runner/jobs.ts'

/**
 * Handles GET /healthz: 200 once the site can serve and reach its backend, 503 with the reason otherwise. When only
 * background work fails, or the backend rejects the secret key, the response is 200 with the status 'degraded', the
 * failing jobs with their times, and the reason if it is the key. A full disk is 'degraded' too, because pages are
 * still served and a restart frees no space. Other reasons are only in the log, because anyone may read this page.
 */
export function health(backend: SiteBackend, jobs: Jobs, isDiskFull: () => boolean): Handler {
  return async (c) => {
    const [fault] = await getFaults(backend)
    const failing = jobs.failing()
    const isDown = fault !== undefined && fault.kind !== 'secret key'
    const isFull = isDiskFull()
    const status = isDown ? 'unavailable' : fault || isFull || failing.length > 0 ? 'degraded' : 'ok'
    const response = {
      status,
      ...(isDown ? {} : { backend: backend.kind }),
      ...(isFull && { disk: 'full' }),
      ...(fault && { reason: fault.how }),
      ...(failing.length > 0 && { failing }),
    }
    return c.json(response, isDown ? 503 : 200, { 'cache-control': 'no-store' })
  }
}
