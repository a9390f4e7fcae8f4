import { materialParts } from '../features/sitemap/addresses.server.ts'
import { indexXml } from '../features/sitemap/xml.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/sitemap'

/** Returns sitemap.xml: an index of parts, because a part has at most ten thousand addresses. */
export async function loader({ context }: Route.LoaderArgs) {
  const { url } = context.get(siteContext)
  const parts = await materialParts(visitorClient(context))
  const materials = Array.from({ length: parts }, (_none, at) => `${url}/sitemap/materials-${at + 1}.xml`)
  return indexXml([`${url}/sitemap/pages.xml`, ...materials])
}
