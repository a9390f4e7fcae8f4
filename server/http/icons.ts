import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const clientBuild = path.resolve(import.meta.dirname, '../../build/client')

/**
 * Serves the icons that browsers request unasked. Other pictures, styles and scripts that do not exist are answered in
 * a few bytes instead of with the page for people.
 */
export function icons(): Hono {
  const app = new Hono()
  app.get(
    '/:icon{favicon\\.ico|apple-touch-icon\\.png}',
    serveStatic({
      root: path.relative(process.cwd(), clientBuild),
      onFound: (_file, c) => c.header('cache-control', 'public, max-age=604800'),
    }),
  )
  app.get('/:file{[^/]+\\.(?:ico|png|jpe?g|gif|webp|svg|css|js|map)}', (c) => c.text('Not found', 404))
  return app
}
