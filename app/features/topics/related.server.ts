import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Client } from '#app/platform/process/backend.server.ts'
import type { Directory } from './queries.server.ts'
import type { TopicsQuery } from './schema.ts'
import { isFound, PAGE_SIZE, type Topic } from './topic.ts'

/** Topics that come near, on one page. */
const MAX_NEAR = 12
/** The search takes so many letters; a shared link has more. */
const LONGEST_SEARCH = 200

export type RelatedTopics = {
  topics: Topic[]
  /** They stand first: what is found to the letter stands only inside of other words, as ICU does in difficult. */
  first: boolean
}

export const noneNear: RelatedTopics = { topics: [], first: false }

/**
 * Topics that come near to a search and are not found to the letter. The more are found, the fewer these are; none without a search and on
 * later pages.
 * @throws when the backend failed.
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
  const room = first ? MAX_NEAR : Math.min(MAX_NEAR, Math.max(0, PAGE_SIZE - found.length))
  const byName = new Map(directory.topics.map((topic) => [topic[1], topic] as const))
  const topics = near
    .map((name) => byName.get(name))
    .filter((topic) => topic !== undefined)
    .filter((topic) => isFound(topic, '', area) && !isFound(topic, search, ''))
    .slice(0, room)
  return { topics, first: first && topics.length > 0 }
}

/** Whether a word of the topic's texts begins with what was searched. */
function hasWord(topic: Topic, search: string): boolean {
  // The signs of a pattern are taken as they are.
  const begins = new RegExp(`(?<![\\p{L}\\p{N}])${search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}`, 'iu')
  return topic.some((text) => text !== null && begins.test(text))
}
