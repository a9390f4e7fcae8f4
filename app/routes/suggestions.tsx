import { renderToStaticMarkup } from 'react-dom/server'
import { Suggestions } from '../ui/suggestions.tsx'
import { parseGlobalSearch } from '#app/features/global-search/schema.ts'
import { suggestionsFor } from '../features/search/suggestions.server.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import type { Route } from './+types/suggestions'

/** Seconds for which a browser caches a response. */
const KEPT = 300

/**
 * Returns suggestions for the entered words, as the element that the site's script reads. The response is the same
 * for everyone.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { words } = parseGlobalSearch(new URL(request.url).searchParams)
  await consumeSearchRateLimit(context, words)
  const searches = await suggestionsFor(visitorClient(context), words)
  return new Response(renderToStaticMarkup(<Suggestions id="words" searches={searches} />), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': `public, max-age=${KEPT}`,
      'x-robots-tag': 'noindex',
    },
  })
}
