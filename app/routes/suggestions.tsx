import { renderToStaticMarkup } from 'react-dom/server'
import { Suggestions } from '../ui/suggestions.tsx'
import { parseOneSearch } from '../features/search/schema.ts'
import { suggestionsFor } from '../features/search/suggestions.server.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { visitorClient } from '../platform/process/backend.server.ts'
import type { Route } from './+types/suggestions'

/** How many seconds a browser keeps an answer. */
const KEPT = 300

/** What the typed words may become, as the element that the search island puts in place: the same answer for everybody. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { words } = parseOneSearch(new URL(request.url).searchParams)
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
