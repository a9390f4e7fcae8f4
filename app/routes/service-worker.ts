import { getServiceWorker } from '../features/shell/service-worker.server.ts'
import { handle } from './offline.tsx'

/** Returns the service worker. */
export function loader() {
  return new Response(getServiceWorker([handle]), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, no-cache',
      // It may only fetch from the site.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}
