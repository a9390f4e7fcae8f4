import type { Handler } from 'hono'
import { isAway, noteFailure } from '../../app/platform/process/failures.server.ts'
import type { SiteBackend } from '../site-backend.ts'
import type { Jobs } from '../work/jobs.ts'

const PATIENCE_MS = 3000

/**
 * GET /healthz: 200 once the site can serve and reach its backend, 503 with the reason otherwise. When only background work fails, the
 * answer is 200 with the status 'degraded' and the failing jobs with their times. The reasons are only in the log, because anybody may read
 * this page.
 */
export function health(backend: SiteBackend, jobs: Jobs): Handler {
  return async (c) => {
    const reason = await unreachable(backend)
    const failing = jobs.failing()
    const status = reason ? 'unavailable' : failing.length > 0 ? 'degraded' : 'ok'
    const about = reason ? { reason } : { backend: backend.kind }
    return c.json({ status, ...about, ...(failing.length > 0 ? { failing } : {}) }, reason ? 503 : 200, {
      'cache-control': 'no-store',
    })
  }
}

async function unreachable(backend: SiteBackend): Promise<string | null> {
  try {
    const answer = await backend.fetch(`${backend.url}/rest/v1/settings?select=group_name&limit=1`, {
      headers: { apikey: backend.publishableKey },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    return answer.ok ? null : `The backend answers ${answer.status}`
  } catch (error) {
    if (!isAway(error)) {
      noteFailure('The backend could not be asked how it is', error)
    }
    return 'The backend does not answer'
  }
}
