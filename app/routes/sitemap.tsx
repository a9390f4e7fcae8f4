import { listAddresses } from '../features/sitemap/addresses.server.ts'
import { siteContext, visitorClient } from '../platform/process/backend.server.ts'
import type { Route } from './+types/sitemap'

/** sitemap.xml: all public pages with the day of their last change. */
export async function loader({ context }: Route.LoaderArgs) {
  const { url } = context.get(siteContext)
  const addresses = await listAddresses(visitorClient(context))
  const entries = addresses.map(
    ({ path, changed }) => `<url><loc>${url}${path}</loc>${changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''}</url>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' } },
  )
}
