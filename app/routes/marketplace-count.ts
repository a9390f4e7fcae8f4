import { findMaterials } from '#app/features/search/queries.server.ts'
import { resultsLabel } from '../features/materials/labels.ts'
import { parseMarketplaceQuery } from '#app/features/search/schema.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import type { Route } from './+types/marketplace-count'

/** Seconds for which a browser caches a response. */
const KEPT = 300

/**
 * Returns the label of the filters' button for a choice: "Show 42 results". The site's script requests it while a
 * visitor chooses. The same read then serves the page of results from the cache.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = { ...parseMarketplaceQuery(new URL(request.url).searchParams), page: 1 }
  await consumeSearchRateLimit(context, query.search)
  const { total, more } = await orUnavailable(context, findMaterials(visitorClient(context), query))
  return new Response(resultsLabel(total, more), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': `public, max-age=${KEPT}`,
      'x-robots-tag': 'noindex',
    },
  })
}
