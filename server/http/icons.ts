import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const clientBuild = path.resolve(import.meta.dirname, '../../build/client')

/**
 * Serves the icons that browsers request unasked, and those of the installed site. No route has a pattern, because Hono's
 * pattern router takes the address `/*` for its own wildcard and never answers it (tests/process/sizes.test.ts).
 */
export function icons(): Hono {
  const app = new Hono()
  const icon = serveStatic({
    root: path.relative(process.cwd(), clientBuild),
    onFound: (_file, c) => c.header('cache-control', 'public, max-age=604800'),
  })
  app.get('/favicon.ico', icon)
  app.get('/apple-touch-icon.png', icon)
  app.get('/icon-192.png', icon)
  app.get('/icon-512.png', icon)
  return app
}
