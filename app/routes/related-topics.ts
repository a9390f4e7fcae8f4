import { topicsNear } from '../features/topics/related.server.ts'
import { NONE_RELATED } from '../features/topics/topic.ts'
import { recordMissedSearch } from '../features/missed-searches/record.server.ts'
import { findTopics, knownArea, readDirectory } from '../features/topics/queries.server.ts'
import { cardPaths } from '../features/topics/topic-card.tsx'
import { parseTopicsQuery } from '../features/topics/schema.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/related-topics'

/** Returns the partial matches of a search as JSON, for the script of /topics-directory after a pause in typing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = parseTopicsQuery(new URL(request.url).searchParams)
  await consumeSearchRateLimit(context, asked.search)
  const client = visitorClient(context)
  const near = await readDirectory(client)
    .then(async (directory) => {
      const query = { ...asked, area: knownArea(directory, asked.area) }
      const related = await topicsNear(client, directory, query)
      if (findTopics(directory, query).total === 0) {
        recordMissedSearch(context, { words: query.search, kind: 'topic', near: related.topics.flatMap(cardPaths) })
      }
      return related
    })
    .catch(orLog('Could not search related topics', NONE_RELATED))
  return Response.json(near, { headers: { 'cache-control': 'no-cache' } })
}
