import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const clientBuild = path.resolve(import.meta.dirname, '../../build/client')
/** The address of a picture, style or script at the top. */
const FILE = /^\/[^/]+\.(?:ico|png|jpe?g|gif|webp|svg|css|js|map)$/

/**
 * Serves the icons that browsers request unasked, and those of the installed site. Other pictures, styles and scripts
 * that do not exist are answered in a few bytes instead of with the page for people; /sw.js is a route of the site. No
 * route has a pattern, because Hono's pattern router takes the address `/*` for its own wildcard and never answers it
 * (tests/process/sizes.test.ts).
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
  app.use(async (c, next) => {
    if (c.req.method !== 'GET' || !FILE.test(c.req.path) || c.req.path === '/sw.js') {
      return next()
    }
    return c.text('Not found', 404)
  })
  return app
}
