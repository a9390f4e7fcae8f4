import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/platform/process/backend.server.ts'
import type { Directory } from './queries.server.ts'
import type { TopicsQuery } from './schema.ts'
import { findInOrder, isFound, PAGE_SIZE, type Topic } from './topic.ts'

/** The maximum number of related topics on a page. */
const MAX_NEAR = 12
/** The maximum length of a search; a shared link may be longer. */
const LONGEST_SEARCH = 200

/**
 * Returns topics that are related to a search, without those that contain it as a word. The more of those, the fewer
 * related ones; none without a search and on later pages.
 * @throws if the backend failed.
 */
export async function topicsNear(client: Client, directory: Directory, query: TopicsQuery): Promise<Topic[]> {
  const { search, area, page } = query
  if (search === '' || search.length > LONGEST_SEARCH || page > 1) {
    return []
  }
  const near = await publicCache.get(`topics:near:${search}`, async () => {
    const { data } = await client.rpc('related_topics', { search }).throwOnError()
    return data
  })
  const { topics: found, whole } = findInOrder(directory.topics, search, area)
  const shown = new Set(found.slice(0, whole))
  const byName = new Map(directory.topics.map((topic) => [topic[1], topic] as const))
  return near
    .map((name) => byName.get(name))
    .filter((topic) => topic !== undefined)
    .filter((topic) => isFound(topic, '', area) && !shown.has(topic))
    .slice(0, Math.min(MAX_NEAR, Math.max(0, PAGE_SIZE - whole)))
}
