import { coursesOf } from '../features/curriculum/queries.server.ts'
import { type RelatedAnswer, readingLines } from '../features/topics/reading-lines.ts'
import { topicsNear, withCourse } from '../features/topics/related.server.ts'
import { NONE_RELATED } from '../features/topics/topic.ts'
import { recordMissedSearch } from '../features/missed-searches/record.server.ts'
import { findTopics, knownArea, readDirectory } from '../features/topics/queries.server.ts'
import { rowPaths } from '../features/topics/topic-row.tsx'
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
  const related = await readDirectory(client)
    .then(async (directory) => {
      const query = { ...asked, area: knownArea(directory, asked.area) }
      const [near, courses] = await Promise.all([topicsNear(client, directory, query), coursesOf(client, query.search)])
      const read = withCourse(near, courses)
      if (findTopics(directory, query).total === 0 && courses.length === 0) {
        recordMissedSearch(context, { words: query.search, kind: 'topic', near: read.topics.flatMap(rowPaths) })
      }
      return read
    })
    .catch(orLog('Could not search related topics', NONE_RELATED))
  const { heading, topics, pattern } = related
  const answer: RelatedAnswer = { heading, topics, pattern, lines: readingLines(asked, related) }
  return Response.json(answer, { headers: { 'cache-control': 'no-cache' } })
}
