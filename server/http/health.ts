import type { Handler } from 'hono'
import type { SiteBackend } from '../site-backend.ts'

const PATIENCE_MS = 3000

/** GET /healthz: 200 once the site can serve and reach its backend, 503 with the reason otherwise. */
export function health(backend: SiteBackend): Handler {
  return async (c) => {
    const reason = await unreachable(backend)
    return c.json(reason ? { status: 'unavailable', reason } : { status: 'ok', backend: backend.kind }, reason ? 503 : 200, {
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
  } catch {
    return 'The backend does not answer'
  }
}
