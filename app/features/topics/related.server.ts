import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/platform/process/backend.server.ts'
import type { Directory } from './queries.server.ts'
import type { TopicsQuery } from './schema.ts'
import { isFound, PAGE_SIZE, type Topic } from './topic.ts'

/** The maximum number of related topics on a page. */
const MAX_NEAR = 12
/** The maximum length of a search; a shared link may be longer. */
const LONGEST_SEARCH = 200

export type RelatedTopics = {
  topics: Topic[]
  /** True if they come first, because the exact matches are only inside other words, as ICU is in difficult. */
  first: boolean
}

export const noneNear: RelatedTopics = { topics: [], first: false }

/**
 * Returns topics that are related to a search but not exact matches. The more exact matches, the fewer related ones;
 * none without a search and on later pages.
 * @throws if the backend failed.
 */
export async function topicsNear(client: Client, directory: Directory, query: TopicsQuery): Promise<RelatedTopics> {
  const { search, area, page } = query
  if (search === '' || search.length > LONGEST_SEARCH || page > 1) {
    return noneNear
  }
  const near = await publicCache.get(`topics:near:${search}`, async () => {
    const { data } = await client.rpc('related_topics', { search }).throwOnError()
    return data
  })
  const found = directory.topics.filter((topic) => isFound(topic, search, area))
  const first = found.length > 0 && !found.some((topic) => hasWord(topic, search))
  const remaining = first ? MAX_NEAR : Math.min(MAX_NEAR, Math.max(0, PAGE_SIZE - found.length))
  const byName = new Map(directory.topics.map((topic) => [topic[1], topic] as const))
  const topics = near
    .map((name) => byName.get(name))
    .filter((topic) => topic !== undefined)
    .filter((topic) => isFound(topic, '', area) && !isFound(topic, search, ''))
    .slice(0, remaining)
  return { topics, first: first && topics.length > 0 }
}

/** Returns true if a word of the topic's texts begins with the search. */
function hasWord(topic: Topic, search: string): boolean {
  // Escape the search for the pattern.
  const begins = new RegExp(`(?<![\\p{L}\\p{N}])${search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}`, 'iu')
  return topic.some((text) => text !== null && begins.test(text))
}
