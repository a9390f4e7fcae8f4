import { href } from 'react-router'
import { materialAddresses, materialParts, pageAddresses } from '../features/sitemap/addresses.server.ts'
import { partXml } from '../features/sitemap/xml.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import type { Route } from './+types/sitemap-part'

/** Returns a part of the sitemap: /sitemap/pages.xml and /sitemap/materials-1.xml onwards. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { url } = context.get(siteContext)
  const client = visitorClient(context)
  if (params.part === 'pages.xml') {
    return partXml(url, await pageAddresses(client))
  }
  const part = Number(/^materials-([1-9]\d{0,3})\.xml$/.exec(params.part)?.[1] ?? 0)
  if (part === 0 || part > (await materialParts(client))) {
    throw notFound('Oops! Page not found', 'The sitemap has no such part.', { to: href('/'), label: 'Return to Home' })
  }
  return partXml(url, await materialAddresses(client, part))
}
