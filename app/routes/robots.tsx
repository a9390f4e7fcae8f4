import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/robots'

/**
 * Returns robots.txt: private pages must not be crawled. /auth may be crawled, because a crawler must read the page to
 * find its `noindex`.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { url } = context.get(siteContext)
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /upload-materials',
    'Disallow: /request-a-topic',
    'Disallow: /report',
    'Disallow: /buy/',
    'Disallow: /orders',
    'Disallow: /dev/',
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
